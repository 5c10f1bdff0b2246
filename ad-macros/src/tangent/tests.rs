//! Which loops take their slopes along.

use super::along;
use crate::analysis::plan::Analyses;
use crate::ir::{Op, StmtKind};
use crate::passes::Passes;
use crate::tests::lowered;

/// With how many inputs each of the function's loops that take slopes along changes what it carries.
fn inputs(body: &str) -> Vec<usize> {
    let source = format!("fn f(x: &[f64], a: f64, b: f64, n: usize) -> f64 {{ {body} }}");
    let f = lowered(&source);
    let passes = Passes::default();
    let Some(with_slopes) = along(&Analyses::of(&f, &passes)) else {
        return Vec::new();
    };
    assert!(with_slopes.is_apart(&Analyses::of(&with_slopes.f, &passes)));
    let mut found = Vec::new();
    with_slopes.f.body.walk(&mut |stmt| {
        if let StmtKind::Let {
            op: Op::Elementary { name, args, .. },
            ..
        } = &stmt.kind
            && name.to_string().starts_with("along_")
        {
            found.push(args.len() / 2);
        }
    });
    found
}

#[test]
fn what_is_carried_changes_with_its_start_and_the_inputs() {
    let start = "let mut y = a; while y > 1.0 { y = y / (1.0 + y); } y";
    assert_eq!(inputs(start), [1]);
    let start_and_input = "let mut y = a; while y > b { y = y * b / (1.0 + y); } y";
    assert_eq!(inputs(start_and_input), [2]);
    let constant_start = "let mut y = 0.5; for _ in 0..n { y = y * y + b; } y";
    assert_eq!(inputs(constant_start), [1]);
}

#[test]
fn the_start_of_a_loop_inside_of_another_is_constant_where_it_is_declared_there() {
    let inner = "let mut s = 0.0;
        for &v in x { let mut y = 0.5; for _ in 0..n { y = y * y + v; } s += y; } s";
    assert_eq!(inputs(inner), [1]);
    let carried_around = "let mut y = 0.5; let mut s = 0.0;
        for i in 0..x.len() { for _ in 0..n { y = y * y + 0.1; } s += y * x[i]; y = x[i]; } s";
    assert_eq!(inputs(carried_around), [1]);
}

#[test]
fn what_a_branch_gives_may_be_an_input() {
    let tail = "let mut y = 0.5; for i in 0..n { y += match i { 0 => a, _ => y * y }; } y";
    assert_eq!(inputs(tail), [1]);
}

#[test]
fn each_of_two_scalars_changes_with_what_it_depends_on() {
    let both = "let (mut q, mut v) = (1.0, 0.0);
        for _ in 0..n { v -= a * q; q += 0.1 * v; } q + v";
    assert_eq!(inputs(both), [1, 1]);
    let one_way = "let (mut q, mut p) = (a, b);
        for _ in 0..n { q = q * q; p += 0.1 * p * q; } q + p";
    assert_eq!(inputs(one_way), [1, 2]);
}

#[test]
fn loops_that_gain_nothing_or_do_more_are_left_alone() {
    for body in [
        "let mut s = 0.0; for i in 0..x.len() { s += x[i] * x[i]; } s",
        "let mut s = 0.0; for i in 0..n { s += a * b; } s",
        "let mut y = a; for i in 0..n { y = y * x[i]; } y",
        "let mut y = a; for _ in 0..n { y = (y * y + b).sqrt(); } y",
        "let mut y = a; for _ in 0..n { y = y * g(y); } y",
        "let mut y = a; for _ in 0..n { y = y * y; if y > 2.0 { return y; } } y",
        "let (mut y, mut z, mut u) = (a, b, a); for _ in 0..n { y = z * u; z = u * y; u = y * z; } y",
        "let (c, d) = (x[0], x[1]); let mut y = a; for _ in 0..n { y = y * b * c * d; } y",
    ] {
        assert_eq!(inputs(body), [0_usize; 0], "{body}");
    }
}
