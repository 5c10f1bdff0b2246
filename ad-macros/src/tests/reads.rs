//! What is saved, and what callers are told is read, as text.

use crate::analysis::plan::{Analyses, plan};
use crate::dump;
use crate::passes::Passes;
use crate::tests::lowered;

/// The plan of a function, without its IR.
fn planned(source: &str) -> Vec<String> {
    let lowered = lowered(source);
    let analyses = Analyses::of(&lowered, &Passes::default());
    let text = dump::text(&analyses, &plan(&analyses));
    let comments = text.lines().filter_map(|line| line.strip_prefix("// "));
    comments.map(str::to_owned).collect()
}

#[test]
fn a_factor_is_read_for_the_other_one() {
    let advance = "fn advance(y: &[f64], h: f64, k: &[f64], stage: &mut [f64]) {
        for i in 0..y.len() { stage[i] = y[i] + h * k[i]; }
    }";
    let expected = [
        "computed again: t4, t7",
        "statements that save it if the caller asks: 1",
        "read for h: k",
    ];
    assert_eq!(planned(advance), expected);
}

#[test]
fn what_decides_is_read_for_anything() {
    let gated = "fn gated(y: &[f64], x: &[f64], out: &mut [f64]) {
        for i in 0..y.len() { if y[i] > 0.5 { out[i] = x[i]; } }
    }";
    let plan = planned(gated);
    assert!(
        plan.contains(&"read for anything: y".to_owned()),
        "{plan:#?}"
    );
    assert!(!plan.iter().any(|line| line.ends_with(": x")), "{plan:#?}");
    let gathered = "fn gathered(y: &[f64], x: &[f64], out: &mut [f64]) {
        for i in 0..y.len() { out[i] = x[(y[i] * 8.0) as usize]; }
    }";
    let plan = planned(gathered);
    assert!(
        plan.contains(&"read for anything: y".to_owned()),
        "{plan:#?}"
    );
}

#[test]
fn what_is_passed_on_is_read_if_the_callee_says_so() {
    let twice = "fn twice(x: &[f64], h: f64, out: &mut [f64]) {
        slope(x, out);
        inner(x, h, out);
    }";
    let plan = planned(twice);
    for line in [
        "read for x: x, if `slope` reads argument 0 for 0b11",
        "read for h: x, if `inner` reads argument 0 for 0b110",
    ] {
        assert!(plan.contains(&line.to_owned()), "{plan:#?}");
    }
}

#[test]
fn callees_that_may_come_back_are_not_asked() {
    let again = "fn again(x: &[f64], out: &mut [f64], n: usize) {
        if n > 0 { again(x, out, n - 1); }
    }";
    let plan = planned(again);
    assert!(
        plan.contains(&"read for anything: x".to_owned()),
        "{plan:#?}"
    );
}

#[test]
fn an_overwrite_after_a_call_asks_what_the_call_reads() {
    let rounds = "fn rounds(x: &[f64], n: usize) -> f64 {
        let (mut a, mut b) = (x.to_vec(), vec![0.0; x.len()]);
        for i in 0..n { squared(&a, &mut b); a[i] = b[0]; b[i] = i as f64; }
        a[0]
    }";
    let plan = planned(rounds);
    // `squared` overwrites `b`, which it alone is given; `a[i]` what it reads, and `b[i]` what it is given.
    let line = "statements that save it if a pullback reads it: 3";
    assert!(plan.contains(&line.to_owned()), "{plan:#?}");
}
