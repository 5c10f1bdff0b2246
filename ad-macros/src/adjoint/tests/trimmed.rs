//! Shadows of rows that are as long as their rows.

use super::*;

/// Whether the shadow of the row `r` is cut to its length.
fn is_trimmed(body: &str, passes: &Passes) -> bool {
    let source = format!("fn f(x: &[Vec<f64>], w: &[f64]) -> f64 {{ {body} }}");
    let sweep = reversed(&source, passes);
    let view = sweep.lines().find(|line| line.contains("d_r = "));
    view.expect("the row has a shadow").ends_with("[..len]")
}

const LOOP: &str = "let mut s = 0.0;
    for r in x {
        for (a, w) in r.iter().zip(w) { s += a * a * w; }
    }
    s";

#[test]
fn shadows_of_rows_are_cut_to_their_length() {
    assert!(is_trimmed(LOOP, &Passes::default()));
    assert!(!is_trimmed(LOOP, &without(&["trimmed"])));
}

#[test]
fn shadows_that_callees_get_stay_whole() {
    let given = LOOP.replace("s += a * a * w;", "s += a * a * w * norm(r);");
    assert!(!is_trimmed(&given, &Passes::default()));
}
