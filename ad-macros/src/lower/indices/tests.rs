//! Which indices are computed once.

use crate::ir::print;
use crate::tests::lowered;

/// How often a function with this body computes an index, and loads an element.
fn computed(body: &str) -> (usize, usize) {
    let f = lowered(&format!(
        "fn f(u: &[f64], n: usize, m: usize, grid: &Grid) -> f64 {{ {body} }}"
    ));
    let text = print::function(&f);
    (text.matches("* ").count(), text.matches("load u[").count())
}

#[test]
fn arithmetic_of_what_does_not_change_is_done_once() {
    assert_eq!(computed("u[n * m] - u[n * m]"), (1, 1));
    assert_eq!(computed("u[(n * m) + 1] - u[n * m + 1]"), (1, 1));
    assert_eq!(computed("u[n * grid.cols] - u[n * grid.cols]"), (1, 1));
    // What a branch computes is not there behind it; what is there before it is in it.
    let inside = "let a = u[n * m]; if n > 1 { u[n * m] - a } else { a }";
    assert_eq!(computed(inside), (1, 1));
    let behind = "let a = if n > 1 { u[n * m] } else { 0.0 }; u[n * m] - a";
    assert_eq!(computed(behind), (2, 2));
}

#[test]
fn what_changes_or_is_another_variable_is_not() {
    assert_eq!(computed("u[n * m] - u[m * n]"), (2, 2));
    // `n` is the second variable of this function.
    assert_eq!(computed("u[m * n] - u[m * 1]"), (2, 2));
    let shadowed = "let a = u[n * m]; let n = n + 1; u[n * m] - a";
    assert_eq!(computed(shadowed), (2, 2));
    let changed = "let mut k = n; let a = u[k * m]; k += 1; u[k * m] - a";
    assert_eq!(computed(changed), (2, 2));
    let looped = "let mut s = 0.0; for n in 0..m { s += u[n * m]; } s + u[n * m]";
    assert_eq!(computed(looped), (2, 2));
}
