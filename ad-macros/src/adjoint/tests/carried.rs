//! Which cells of a shadow the iterations of a loop hand on to each other in registers.

use super::*;

const SQUARES: &str =
    "fn f(x: &mut [f64]) { for i in 1..x.len() { let a = x[i - 1]; x[i] = a * a; } }";

fn carries(source: &str) -> Vec<String> {
    let text = reversed(source, &Passes::default());
    let heads = text
        .lines()
        .filter_map(|l| Some(l.split_once("carries ")?.1));
    heads
        .map(|h| h.trim_end_matches(" {").to_string())
        .collect()
}

#[test]
fn a_cell_that_the_next_iteration_takes_stays_in_a_register() {
    assert_reversed(
        SQUARES,
        &Passes::default(),
        "redo t1
        loop back over i carries d_x[-1..=0] {
            take slot d_x[+0]
            d_t5 = taken
            undo
            redo t3
            redo a
            d_a = d_t5 * a
            d_a += d_t5 * a
            slot d_x[-1] += d_a
        }",
    );
    assert!(!reversed(SQUARES, &without(&["carried"])).contains("slot"));
}

#[test]
fn what_is_read_and_added_to_is_carried_as_well() {
    assert_eq!(
        carries("fn f(x: &mut [f64]) { for i in 1..x.len() { x[i] += x[i - 1]; } }"),
        ["d_x[-1..=0]"]
    );
    assert_eq!(
        carries("fn f(x: &mut [f64]) { for i in 2..x.len() { x[i] -= x[i - 2]; } }"),
        ["d_x[-2..=0]"]
    );
}

#[test]
fn loops_that_run_downwards_carry_the_other_way() {
    assert_eq!(
        carries(
            "fn f(x: &mut [f64]) { for i in (0..x.len() - 1).rev() { let a = x[i + 1]; x[i] = a * a; } }"
        ),
        ["d_x[0..=1]"]
    );
    // Each cell is named by two iterations here, too.
    let ahead = SQUARES
        .replace("1..x.len()", "0..x.len() - 1")
        .replace("i - 1", "i + 1");
    assert_eq!(carries(&ahead), ["d_x[0..=1]"]);
}

#[test]
fn cells_that_may_not_exist_or_are_used_otherwise_are_not_carried() {
    let doubtful = SQUARES.replace(
        "let a = x[i - 1]; x[i] = a * a;",
        "if i > 2 { let a = x[i - 3]; x[i] = a * a; }",
    );
    assert!(carries(&doubtful).is_empty());
    let swapped = SQUARES.replace("x[i] = a * a;", "x[i] = a * a; x.swap(0, i);");
    assert!(carries(&swapped).is_empty());
    let elsewhere = SQUARES.replace("x[i] = a * a;", "x[i] = a * a * x[0];");
    assert!(carries(&elsewhere).is_empty());
    let wide = SQUARES.replace("1..", "4..").replace("i - 1", "i - 4");
    assert!(carries(&wide).is_empty());
}

#[test]
fn branches_and_inner_loops_use_the_slots_too() {
    let sweep = reversed(
        "fn f(x: &mut [f64], w: &[f64]) {
            for i in 1..x.len() {
                x[i] = x[i - 1] * 0.5;
                for k in 0..w.len() { x[i] += w[k] * x[i - 1]; }
                if w[0] > 1.0 { x[i] = x[i] * x[i - 1]; }
            }
        }",
        &Passes::default(),
    );
    assert!(sweep.contains("carries d_x[-1..=0]"), "{sweep}");
    assert_eq!(sweep.matches("take slot d_x[+0]").count(), 2, "{sweep}");
    assert_eq!(sweep.matches("slot d_x[-1] +=").count(), 3, "{sweep}");
    assert!(!sweep.contains("d_x[i"), "{sweep}");
}
