//! Which ranges end before their end.

use super::ranges;
use crate::ir::print;
use crate::tests::lowered;

/// The heads of the loops of a function with this body.
fn heads(body: &str) -> Vec<String> {
    let mut f = lowered(&format!(
        "fn f(x: &[f64], n: usize, grid: &Grid) -> f64 {{ let mut s = 0.0; {body} s }}"
    ));
    ranges(&mut f);
    let text = print::function(&f);
    let lines = text.lines().filter(|l| l.contains("for "));
    lines.map(|l| l.trim().to_string()).collect()
}

#[test]
fn what_indexes_a_sequence_ends_before() {
    for body in [
        "for i in 1..=n { s += x[i - 1] * x[i]; }",
        "for i in 1..=n { let v = &x[i]; s += *v; }",
        "for i in 1..=n { for j in 0..i { s += x[i + 1] * x[j]; } }",
        "let last = grid.last; for i in 1..=last { s += x[i]; }",
    ] {
        assert!(heads(body)[0].contains("1..t"), "{body} {:?}", heads(body));
    }
    let inner = heads("for i in 0..n { for j in 0..=i { s += x[j]; } }");
    assert!(inner[1].contains("0..t"), "{inner:?}");
    // The end stays a number where it is one.
    let counted = heads("for i in (0..=3).rev() { s += x[i]; }");
    assert!(counted[0].contains("0..4"), "{counted:?}");
}

#[test]
fn others_keep_it() {
    // Numbers that may be of any type, an index that may be, an end that is not come to, and steps.
    for body in [
        "for k in 1..=n { s += x[0] * k as f64; }",
        "for k in 1..=n { s += x[k as usize]; }",
        "for k in 1..=n { s += grid[k]; }",
        "for i in 0..=n { if i == 3 { break; } s += x[i]; }",
        "for i in (0..=n).step_by(2) { s += x[i]; }",
    ] {
        assert!(heads(body)[0].contains("..=n"), "{body} {:?}", heads(body));
    }
}
