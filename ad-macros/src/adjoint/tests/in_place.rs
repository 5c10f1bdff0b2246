//! Calls that leave their partial derivatives in place, and what guard clauses leave.

use super::super::{fusion, guards};
use crate::passes::Passes;
use crate::tests::lowered;

/// How many calls leave partial derivatives in place in the rule that goes along.
fn in_place(source: &str) -> usize {
    let (f, passes) = (lowered(source), Passes::default());
    let guarded = guards::apart(&f).expect("the recursion ends");
    let along = fusion::Along::of(&guarded.f, &passes);
    let swept = along.sweep(&guarded.f, &passes);
    swept.map_or(0, |(_, _, sweep)| sweep.in_place.len())
}

const DET: &str = "fn det(a: &[f64], n: usize) -> f64 {
    if n == 1 { return a[0]; }
    let mut total = 0.0;
    for j in 0..n {
        let rest = minor(a, n, j);
        total += a[j] * det(&rest, n - 1);
    }
    total
}";

#[test]
fn partial_derivatives_side_by_side_stay_where_an_iteration_is_taken_back_at_once() {
    assert_eq!(in_place(DET), 1);
    let twice = DET.replace("total += ", "total += a[0] * det(&rest, n - 2); total += ");
    assert_eq!(in_place(&twice), 2);
}

#[test]
fn they_are_moved_where_an_iteration_has_more_to_put_aside() {
    let left_early = DET.replace("let rest", "if a[j] == 0.0 { continue; } let rest");
    assert_eq!(in_place(&left_early), 0);
    let chosen = DET.replace(
        "total += a[j] *",
        "if a[j] > 0.0 { total += a[j].sin(); } total += a[j] *",
    );
    assert_eq!(in_place(&chosen), 0);
    let number = "fn power(x: f64, n: u32) -> f64 {
        if n == 0 { return 1.0; }
        let mut total = 0.0;
        for k in 0..n { total += x * power(x, k); }
        total
    }";
    assert_eq!(in_place(number), 0);
}

#[test]
fn a_clause_leaves_a_function_of_its_own_if_it_gives_what_a_few_operations_make() {
    let left = |clause: &str| -> Vec<bool> {
        let source = format!(
            "fn f(x: &[f64], k: f64) -> f64 {{
                {clause}
                let mut s = 0.0;
                for i in 0..x.len() {{ s += k * x[i]; }}
                s
            }}"
        );
        let guarded = guards::apart(&lowered(&source)).expect("there are clauses");
        guarded.clauses.iter().map(|c| c.left.is_some()).collect()
    };
    assert_eq!(left("if x.is_empty() { return 0.0; }"), [true]);
    assert_eq!(left("if k > 1.0 { return k * x[0].sin(); }"), [true]);
    assert_eq!(left("if k > 1.0 { return other(k); }"), [false]);
    let both = "if x.is_empty() { return k; } if k > 1.0 { return x.iter().sum(); }";
    assert_eq!(left(both), [true, false]);
}
