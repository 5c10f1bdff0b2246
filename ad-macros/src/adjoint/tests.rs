//! What the passes over the reverse sweep make of it.

use super::{fusion, print, sweep};
use crate::analysis::plan::{Analyses, plan};
use crate::passes::{Pass, Passes};
use crate::tests::lowered;

mod along;
mod carried;
mod grids;
mod handover;
mod in_place;
mod promises;
mod sinking;
mod trimmed;

/// The reverse sweep of a function, one operation a line.
fn reversed(source: &str, passes: &Passes) -> String {
    printed(source, &passes.clone().but(Pass::Folding))
}

fn printed(source: &str, passes: &Passes) -> String {
    let f = lowered(source);
    let analyses = Analyses::of(&f, passes);
    let plan = plan(&analyses);
    print::sweep(&f, &sweep(&analyses, &plan, passes).revs)
}

fn without(passes: &[&str]) -> Passes {
    let mut left = Passes::default();
    for name in passes {
        let name = syn::parse_str(name).expect("a name");
        assert!(left.switch_off(&name), "no such pass");
    }
    left
}

#[track_caller]
fn assert_reversed(source: &str, passes: &Passes, expected: &str) {
    assert_lines(&reversed(source, passes), expected);
}

#[track_caller]
fn assert_lines(found: &str, expected: &str) {
    let lines = |text: &str| {
        let lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
        lines.map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(lines(found), lines(expected), "\n{found}");
}

const SUM: &str =
    "fn f(x: &[f64]) -> f64 { let mut s = 0.0; for i in 0..x.len() { s += x[i]; } s }";

const DIFFERENCES: &str = "fn f(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 1..x.len() { s += x[i] * x[i - 1]; }
    s
}";

#[test]
fn without_passes_contributions_are_added() {
    assert_reversed(
        SUM,
        &without(&["all"]),
        "d_t5 = ct
        d_s = d_t5
        redo t2
        loop back over i {
            d_t4 = d_s
            d_x[i] += d_t4
        }",
    );
}

#[test]
fn a_loop_over_all_of_a_slice_begins_its_shadow() {
    assert_reversed(
        SUM,
        &Passes::default(),
        "d_t5 = ct
        d_s = d_t5
        redo t2
        loop over i begins d_x[0..=0] {
            d_t4 = d_s
            slot d_x[+0] += d_t4
        }",
    );
}

#[test]
fn neighbours_share_a_window() {
    assert_reversed(
        DIFFERENCES,
        &without(&["first_touch"]),
        "d_t8 = ct
        d_s = d_t8
        redo t2
        loop over i d_x[-1..=0] in strips {
            d_t7 = d_s
            redo t5
            redo t6
            redo t4
            d_t4 = d_t7 * t6
            d_t6 = d_t7 * t4
            slot d_x[-1] += d_t6
            slot d_x[+0] += d_t4
        }",
    );
}

#[test]
fn what_is_not_certain_to_exist_has_no_window() {
    let sweep = reversed(
        "fn f(x: &[f64]) -> f64 {
            let mut s = 0.0;
            for i in 0..x.len() {
                s += x[i];
                if i + 1 < x.len() { s += x[i + 1]; }
            }
            s
        }",
        &Passes::default(),
    );
    assert!(!sweep.contains("slot"), "{sweep}");
    assert!(sweep.contains("blank d_x"), "{sweep}");
}

#[test]
fn other_indices_have_no_window() {
    let strided = reversed(
        "fn f(x: &[f64]) -> f64 { let mut s = 0.0; for i in 0..x.len() / 2 { s += x[i] * x[2 * i]; } s }",
        &Passes::default(),
    );
    assert!(!strided.contains("slot"), "{strided}");
}

#[test]
fn contributions_under_branches_and_in_inner_loops_wait_too() {
    let sweep = reversed(
        "fn f(x: &[f64], n: usize) -> f64 {
            let mut s = 0.0;
            for i in 0..x.len() {
                for j in 0..n { s += x[i] * j as f64; }
                s += x[i];
            }
            s
        }",
        &Passes::default(),
    );
    assert_eq!(sweep.matches("slot d_x[+0]").count(), 2, "{sweep}");
}

#[test]
fn a_shadow_begins_before_the_first_that_touches_it() {
    let sweep = reversed(
        "fn f(x: &[f64], k: usize) -> f64 { let mut s = 0.0; for i in 0..x.len() { s += x[i]; } s + x[k] }",
        &Passes::default(),
    );
    let (blank, first) = (sweep.find("blank d_x"), sweep.find("d_x[k] +="));
    assert!(blank.is_some() && blank < first, "{sweep}");
    assert!(!sweep.contains("begins"), "{sweep}");
}

#[test]
fn loops_that_only_add_run_upwards() {
    let upwards = |source: &str| reversed(source, &Passes::default()).contains("loop over");
    assert!(upwards(SUM));
    // Each round reads what the round after it adds to.
    assert!(!upwards(
        "fn f(x: &[f64]) -> f64 { let mut s = 1.0; for i in 0..x.len() { s = s * x[i]; } s }"
    ));
    // Each round takes, puts back and reads cells of its own.
    assert!(upwards(
        "fn f(x: &mut [f64]) { for i in 0..x.len() { x[i] = x[i] * x[i]; } }"
    ));
    assert!(!upwards(
        "fn f(x: &mut [f64]) { for i in 1..x.len() { x[i] = x[i] * x[i - 1]; } }"
    ));
    assert!(!upwards(
        "fn f(x: &mut [f64], at: &[usize]) { for i in 0..at.len() { x[at[i]] = x[at[i]] * x[at[i]]; } }"
    ));
    // A callee may do with a unique reference what it likes.
    assert!(!upwards(
        "fn f(x: &[f64], y: &mut [f64]) { for i in 0..x.len() { g(x[i], y); } }"
    ));
    assert!(upwards(
        "fn f(x: &[f64]) -> f64 { let mut s = 0.0; for i in 0..x.len() { s += g(x[i]); } s }"
    ));
}

#[test]
fn loops_over_different_rows_run_upwards() {
    let upwards = |rows: &str, columns: &str, change: &str| {
        let source = format!(
            "fn f(m: &mut [f64], v: &mut [Vec<f64>], n: usize, w: usize, s: f64) {{
                for k in 0..n {{ for i in {rows} {{ for j in {columns} {{ {change} }} }} }}
            }}"
        );
        reversed(&source, &Passes::default()).contains("loop over j")
    };
    let flat = "m[i * n + j] -= s * m[k * n + j];";
    assert!(upwards("k + 1..n", "0..n", flat));
    assert!(upwards("0..k", "k..n", flat));
    assert!(upwards("0..k", "0..n", "v[i][j] -= s * v[k][j];"));
    assert!(upwards("k + 1..n", "0..w", "v[i][j] -= s * v[k][j];"));
    assert!(upwards(
        "1..n",
        "0..n",
        "m[i * n + j] -= s * m[(i - 1) * n + j];"
    ));
    assert!(upwards(
        "0..n",
        "k + 1..n",
        "m[i * n + j] -= s * m[i * n + k];"
    ));
    assert!(!upwards("k..n", "0..n", flat));
    assert!(!upwards("k + 1..n", "0..w", flat));
    assert!(!upwards("k + 1..n", "0..n + 1", flat));
    assert!(!upwards("k + 1..n", "0..=n", flat));
    assert!(!upwards(
        "k + 1..n",
        "0..n",
        "m[i * w + j] -= s * m[k * n + j];"
    ));
    assert!(!upwards("k + 1..n", "0..n", "m[i + j] -= s * m[k + j];"));
}

#[test]
fn sums_that_no_iteration_reads_are_parted() {
    let sweep = reversed(
        "fn f(x: &[f64], m: f64) -> f64 {
            let mut s = 0.0;
            for i in 0..x.len() { let a = x[i] - m; s += a * a; }
            s
        }",
        &without(&["strips"]),
    );
    assert!(sweep.contains("sums d_m {"), "{sweep}");
    let chained = reversed(
        "fn f(x: &[f64], m: f64) -> f64 {
            let mut s = 1.0;
            for i in 0..x.len() { s = s * m + x[i]; }
            s
        }",
        &Passes::default(),
    );
    assert!(!chained.contains("sums"), "{chained}");
}

/// A state that changes by explicit steps, all of which count.
const STEPS: &str = "fn f(a: f64, n: usize) -> f64 {
    let mut x = 1.0;
    let mut s = 0.0;
    for _ in 0..n {
        x = x - 0.1 * a * x * x;
        s += x;
    }
    s
}";

#[test]
fn what_is_carried_takes_one_product_a_step() {
    assert_reversed(
        STEPS,
        &Passes::default(),
        "d_t11 = ct
        d_s = d_t11
        d_x = 0
        d_a = 0
        loop back over k4 {
            d_t10 = d_s
            d_x += d_t10
            enter d_x
            d_t9 = d_x
            d_t8 = -d_t9
            redo t6
            redo t7
            d_t7 = d_t8 * t5 if any d_t8
            d_t6 = d_t7 * t5 if any d_t7
            d_a += d_t6 * 0.1 if any d_t6
            p_t9_x = 1
            p_t5_x = p_t9_x
            p_t8_x = -p_t9_x
            p_t7_x = p_t8_x * t5 if any p_t8_x
            p_t5_x += p_t8_x * t7 if any p_t8_x
            p_t5_x += p_t7_x * t6 if any p_t7_x
            p_x_x = p_t5_x
            d_x = p_x_x * entered d_x
        }
        deliver d_a",
    );
}

#[test]
fn short_chains_stay_as_they_are() {
    let entered = |source: &str| reversed(source, &Passes::default()).contains("enter");
    assert!(entered(STEPS));
    assert!(!entered(SUM));
    // One product is what would come of it.
    assert!(!entered(
        "fn f(x: &[f64], m: f64) -> f64 { let mut s = 1.0; for i in 0..x.len() { s = s * m + x[i]; } s }"
    ));
    // What a callee or a branch does to a cotangent is not known here.
    assert!(!entered(
        "fn f(a: f64, n: usize) -> f64 { let mut s = a; for _ in 0..n { s = g(s) * a * s; } s }"
    ));
}

#[test]
fn cells_that_stand_still_are_promoted() {
    assert_reversed(
        "fn f(a: &[f64], b: &[f64]) -> f64 {
            let mut s = 0.0;
            for i in 0..a.len() {
                for j in 0..b.len() {
                    s += a[i] * b[j + i];
                }
            }
            s
        }",
        &without(&["windows", "first_touch"]),
        "d_t11 = ct
        d_s = d_t11
        redo t3
        loop back over i {
            redo t5
            cell0 = 0
            loop over j sums cell0 in strips {
                d_t10 = d_s
                redo t8
                redo t9
                redo t7
                d_t7 = d_t10 * t9
                d_t9 = d_t10 * t7
                d_b[t8] += d_t9
                cell0 += d_t7
            }
            d_a[i] += cell0 if any
        }",
    );
}

const PRODUCT: &str = "fn f(a: &[f64], b: &[f64], n: usize) -> f64 {
    let mut c = vec![0.0; n];
    for j in 0..n {
        let mut entry = 0.0;
        for k in 0..n {
            entry += a[k] * b[k * n + j];
        }
        c[j] = entry;
    }
    c.iter().sum()
}";

#[test]
fn the_loop_along_memory_becomes_the_inner_one() {
    let changed = reversed(PRODUCT, &without(&["windows"]));
    let (outer, inner) = (changed.find("over k "), changed.find("over j"));
    assert!(outer.is_some() && outer < inner, "{changed}");
    let same = reversed(PRODUCT, &without(&["interchange"]));
    assert!(same.find("over j {") < same.find("over k "), "{same}");
}

#[test]
fn loops_stay_where_iterations_meet() {
    // Two entries are kept in one cell: the first that is taken gets it all.
    for meeting in ["c[j / 2] = entry;", "c[j % 2] = entry;", "c[0] = entry;"] {
        let source = PRODUCT.replace("c[j] = entry;", meeting);
        let sweep = reversed(&source, &Passes::default());
        assert!(sweep.find("over j {") < sweep.find("over k "), "{sweep}");
    }
    // How often the inner loop runs depends on the outer one.
    let source = PRODUCT.replace("for k in 0..n", "for k in 0..j");
    let sweep = reversed(&source, &Passes::default());
    assert!(sweep.find("over j {") < sweep.find("over k "), "{sweep}");
}

#[test]
fn loops_that_sum_up_or_scatter_go_in_strips() {
    let strips = |source: &str| reversed(source, &Passes::default()).contains("in strips");
    assert!(strips(PRODUCT));
    // A compiler sees to these itself.
    assert!(!strips(SUM));
    // Neighbours of an iteration are no neighbours in memory, or not known to be.
    assert!(!strips(
        "fn f(x: &[f64], n: usize) -> f64 {
            let mut s = 0.0;
            for i in 0..n { s += x[2 * i] * x[0]; }
            s
        }"
    ));
    assert!(!strips(
        "fn f(x: &[f64], at: &[usize]) -> f64 {
            let mut s = 0.0;
            for i in 0..at.len() { s += x[at[i]] * x[0]; }
            s
        }"
    ));
    assert!(!strips(
        "fn f(x: &[f64], n: usize) -> f64 {
            let mut s = 0.0;
            for i in 0..n { s += x[n - i] * x[0]; }
            s
        }"
    ));
    // What was stored comes from the rows.
    assert!(strips(
        "fn f(x: &[f64], a: f64) -> f64 {
            let mut s = 0.0;
            for i in 0..x.len() { s += (a * x[i]).sin(); }
            s
        }"
    ));
    // So does what was overwritten.
    assert!(strips(
        "fn f(x: &[f64], y: &mut [f64], a: f64) -> f64 {
            for i in 0..x.len() { y[i] = a * x[i] * y[i]; }
            y[0]
        }"
    ));
    // The width of a row may be asked for, and what stays the same be of constants.
    assert!(strips(
        "fn f(w: &[f64], #[constant] x: &[f64], #[constant] a: f64, u: f64) -> f64 {
            let mut s = 0.0;
            for j in 0..3 {
                let mut t = u;
                for i in 0..x.len() { t += w[j * x.len() + i] * (x[i] - a * a); }
                s += t * t;
            }
            s
        }"
    ));
    // More arrays than a compiler compares.
    assert!(strips(
        "fn f(x: &[f64], y: &[f64], u: &[f64], v: &[f64], w: &mut [f64]) {
            for i in 0..x.len() { w[i] += x[i] * y[i] + u[i] * v[i]; }
        }"
    ));
}

#[test]
fn what_is_returned_says_what_its_parts_are() {
    assert_reversed(
        "fn f(x: &[f64; 2]) -> [f64; 2] {
            let g = gate(x);
            let a = [x[0] / g, x[1]];
            [a[0] + g, a[1] * a[0]]
        }",
        &Passes::default(),
        "d_t14 = 0
        d_a = 0
        d_t13 = ct
        d_t10 = d_t13[0]
        d_t12 = d_t13[1]
        redo t6
        redo a
        redo t8
        redo t11
        d_t11 = d_t12 * t8
        d_t8 = d_t12 * t11
        d_a[1] += d_t11
        d_t8 += d_t10
        d_g = d_t10
        d_a[0] += d_t8
        d_t5 = d_a[0]
        d_t6 = d_a[1]
        blank d_x
        d_x[1] += d_t6
        d_t3 = d_t5 / g if any d_t5
        d_g += -d_t5 / g * t5 if any d_t5
        d_x[0] += d_t3
        d_t14 += d_g
        pull back d_t14",
    );
}

#[test]
fn cotangents_stand_where_they_are_used() {
    let source = "fn f(x: f64, y: f64, k: f64) -> f64 { let a = x * y; let b = a - k; b * b }";
    assert_lines(
        &printed(source, &Passes::default()),
        "redo a
        redo b
        d_b = ct * b
        d_b += ct * b
        d_k = -d_b
        d_x = d_b * y
        d_y = d_b * x
        deliver d_x
        deliver d_y
        deliver d_k",
    );
}

#[test]
fn what_changes_meanwhile_is_not_moved() {
    let source = "fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for _ in 0..n { let t = s; s = t * x + t; }
        s
    }";
    assert_lines(
        &printed(source, &without(&["tangents", "preaccumulation"])),
        "d_s = ct
        d_x = 0
        loop back over k3 {
            d_t6 = d_s
            reset d_s
            d_t = d_t6
            d_t += d_t6 * x
            d_x += d_t6 * t
            d_s += d_t
        }
        d_x += d_s
        deliver d_x",
    );
}

#[test]
fn shadows_of_what_is_summed_up_are_numbers() {
    let table = "fn f(x: &[f64], n: usize, m: usize) -> f64 {
        let mut y = vec![0.0; n * m];
        for i in 0..n { for j in 0..m { y[i * m + j] = x[i] * x[j]; } }
        let mut s = 0.0;
        for k in 0..y.len() { s += y[k]; }
        s
    }";
    let plain = without(&["interchange", "promotion", "strips", "first_touch"]);
    assert_reversed(
        table,
        &plain,
        "d_t15 = ct
        d_s = d_t15
        d_t14 = d_s
        loop back over i {
            loop over j {
                redo t10
                d_t9 = d_t14
                redo t8
                redo t7
                d_t7 = d_t9 * t8
                d_t8 = d_t9 * t7
                d_x[j] += d_t8
                d_x[i] += d_t7
            }
        }",
    );
    let is_made = |source: &str| reversed(source, &plain).contains("d_y = 0");
    assert!(!is_made(table));
    for change in [
        ("i * m + j]", "i * n + j]"),
        ("i * m + j]", "i + j]"),
        ("0..y.len()", "1..y.len()"),
        ("0..y.len()", "0..n"),
        ("s += y[k]", "s += y[k] * x[k]"),
        ("s += y[k]", "s = s * 0.5 + y[k]"),
        ("s += y[k]", "s += y[k]; y[k] = 0.0"),
        ("y[i * m + j] =", "y[i * m + j] +="),
        ("in 0..m", "in 0..=m"),
    ] {
        assert!(is_made(&table.replace(change.0, change.1)), "{change:?}");
    }
    assert!(!is_made(&table.replace("0..y.len()", "0..m * n")));
    assert!(!is_made(&table.replace("i * m + j", "i * (m + 1) + j")));
    assert!(is_made(&table.replace("i * m + j", "i * (m - 1) + j")));
    let pushed = table.replace("y[i * m + j] = x[i] * x[j];", "y.push(x[i] * x[j]);");
    assert!(!is_made(&pushed));
}
