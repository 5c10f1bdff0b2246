//! Which nests are turned, and into what.

use super::turned;
use crate::analysis::plan::Analyses;
use crate::ir::print;
use crate::passes::Passes;
use crate::tests::lowered;

/// The loops of a function of two matrices, one statement a line, where one of its nests is turned.
fn loops(body: &str) -> Option<String> {
    let source =
        format!("fn f(a: &[f64], b: &[f64], n: usize, m: usize, c: &mut [f64]) {{ {body} }}");
    let f = lowered(&source);
    turned(&Analyses::of(&f, &Passes::default())).map(|f| print::function(&f))
}

#[track_caller]
fn assert_stays(body: &str) {
    let found = loops(body);
    assert!(found.is_none(), "{}", found.unwrap_or_default());
}

#[test]
fn sums_across_memory_are_added_up_along_it() {
    let found = loops(
        "for j in 0..n {
            let bias = a[j];
            let weight = b[j];
            let mut sum = bias;
            for k in 0..m { sum += weight * b[k * n + j]; }
            c[j] = sum;
        }",
    );
    let expected = "
    'l1: for first15 in 0..n {
        first14 = load a[first15]
        c[first15] = first14
    }
    'l2: for k in 0..m {
        'l1: for j in 0..n {
            weight = load b[j]
            t10 = `k * n + j`
            t11 = load b[t10]
            t12 = weight * t11
            c[j] += t12
        }
    }";
    let lines = |text: &str| {
        text.lines()
            .map(str::trim)
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let found = lines(&found.expect("a turned nest"));
    let expected = lines(expected.trim());
    assert!(
        found.windows(expected.len()).any(|w| w == expected),
        "{found:#?}"
    );
}

#[test]
fn iterators_are_loops_too() {
    let nest = "for (j, cell) in c.iter_mut().enumerate() {
        *cell = (0..m).map(|k| a[k] * b[k * n + j]).sum();
    }";
    assert!(loops(nest).is_some());
}

/// A nest of so many terms, with the cell that holds each sum.
fn nest(terms: &str, adds: &str, cell: &str) -> String {
    format!("for j in 0..n {{ let mut sum = 0.0; for k in 0..{terms} {{ {adds} }} {cell} = sum; }}")
}

#[test]
fn sums_along_memory_stay() {
    assert_stays(&nest("m", "sum += a[k] * b[j * m + k];", "c[j]"));
}

#[test]
fn loops_stay_whose_sums_read_each_other() {
    assert_stays(&nest("m", "sum += c[k] * b[k * n + j];", "c[j]"));
}

#[test]
fn loops_stay_whose_sums_share_a_cell() {
    assert_stays(&nest("m", "sum += a[k] * b[k * n + j];", "c[j / 2]"));
}

#[test]
fn loops_stay_that_run_less_far_for_each_sum() {
    assert_stays(&nest("j", "sum += a[k] * b[k * n + j];", "c[j]"));
}

#[test]
fn loops_stay_that_do_something_else() {
    for adds in [
        "println!(\"{k}\"); sum += a[k] * b[k * n + j];",
        "sum += a[k] * b[k * n + j]; if sum > 1.0 { break; }",
        "sum += sum * b[k * n + j];",
        "sum *= b[k * n + j];",
    ] {
        assert_stays(&nest("m", adds, "c[j]"));
    }
    assert_stays(
        "for j in 0..n {
            let mut sum = 0.0;
            for k in 0..m { sum += a[k] * b[k * n + j]; }
            c[j] = sum * sum;
        }",
    );
}
