//! Which lists are contracted, and into what.

use super::contracted;
use crate::analysis::plan::Analyses;
use crate::ir::print;
use crate::passes::Passes;
use crate::tests::lowered;

/// A function with this body, one statement a line, without its lists.
fn without_lists(body: &str) -> Option<String> {
    let source = format!(
        "fn f(x: &[f64], y: &[f64], n: usize, m: usize, z: &mut [f64]) -> f64 {{ {body} }}"
    );
    let f = lowered(&source);
    contracted(&Analyses::of(&f, &Passes::default())).map(|f| print::function(&f))
}

#[track_caller]
fn assert_becomes(body: &str, expected: &str) {
    let found = without_lists(body).expect("a list less");
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.trim().to_string());
        lines.filter(|line| !line.is_empty()).collect()
    };
    let (found, expected) = (lines(&found), lines(expected));
    assert_eq!(found[1..found.len() - 1], expected);
}

#[track_caller]
fn assert_stays(body: &str) {
    let found = without_lists(body);
    assert!(found.is_none(), "{}", found.unwrap_or_default());
}

#[test]
fn what_is_pushed_and_summed_up_is_no_list() {
    assert_becomes(
        "let r: Vec<f64> = x.iter().map(|v| v - 1.0).collect();
        r.iter().map(|v| v * v).sum()",
        "
        t6 = len x
        acc12 = 0.0
        t13 = t6
        'l1: for k7 in 0..t6 {
            v = &x[k7]
            t9 = load (*v)
            item = t9 - 1.0
            t16 = item
            t17 = t16 * t16
            acc12 += t17
        }
        t18 = load acc12
        => t18",
    );
}

#[test]
fn an_index_counts_up_through_loops() {
    assert_becomes(
        "let mut c = vec![0.0; n * m];
        for i in 0..n { for j in 0..m { c[i * m + j] = x[i] * y[j]; } }
        let mut s = 0.0;
        for k in 0..c.len() { s += c[k] * x[k]; }
        s",
        "
        t5 = `n * m`
        s = 0.0
        t14 = t5
        'l1: for i in 0..n {
            'l2: for j in 0..m {
                t9 = load x[i]
                t10 = load y[j]
                t11 = t9 * t10
                t12 = `i * m + j`
                t16 = t11
                t17 = load x[t12]
                t18 = t16 * t17
                s += t18
            }
        }
        t19 = load s
        => t19",
    );
}

#[test]
fn one_list_made_of_another_goes_too() {
    let body = "let d: Vec<f64> = x.iter().zip(y).map(|(a, b)| a - b).collect();
        let q: Vec<f64> = d.iter().map(|v| v * v).collect();
        let mut s = 0.0;
        for v in &q { s += v; }
        s / q.len() as f64";
    let found = without_lists(body).expect("two lists less");
    assert!(!found.contains("push") && !found.contains("Vec"), "{found}");
}

#[test]
fn cells_are_written_through_references_and_pushed_under_conditions() {
    for body in [
        "let mut r = vec![0.0; x.len()];
        for (r, x) in r.iter_mut().zip(x) { *r = x.sin(); }
        r.iter().sum()",
        "let mut r = Vec::new();
        for v in x { if *v > 0.0 { r.push(v.sqrt()); } }
        let mut s = 0.0;
        for v in &r { s += v * v; }
        s",
        "let mut r = [0.0; 8];
        for i in 0..8 { r[i] = x[i].sin(); }
        let mut s = 0.0;
        for i in 0..8 { s += r[i] * y[i]; }
        s",
    ] {
        assert!(without_lists(body).is_some(), "{body}");
    }
}

/// A list that is filled by the first loop and gone over by the second one, and what is given.
fn lists(first: &str, second: &str, given: &str) -> String {
    format!(
        "let mut r = vec![0.0; n];
        let (mut s, mut t) = (0.0, 0.0);
        for i in 0..n {{ {first} }}
        for k in 0..n {{ {second} }}
        s + t {given}"
    )
}

#[test]
fn lists_stay_that_something_else_is_done_with() {
    let (fills, sums) = ("r[i] = x[i];", "s += r[k];");
    assert!(without_lists(&lists(fills, sums, "")).is_some());
    for (first, second, given) in [
        // It is looked at again.
        (fills, sums, "+ r[0]"),
        (fills, "s += r[k] * r[0];", ""),
        (fills, "s += r[n - 1 - k];", ""),
        ("r[i] = x[i]; t += r[0];", sums, ""),
        // Not each of its cells is filled, once and in order.
        ("r[i] += x[i];", sums, ""),
        ("if x[i] > 0.0 { r[i] = x[i]; }", sums, ""),
        ("if x[i] > 0.0 { continue; } r[i] = x[i];", sums, ""),
        ("r[n - 1 - i] = x[i];", sums, ""),
        ("r[i / 2] = x[i];", sums, ""),
        ("r[i] = x[i]; r[0] = 1.0;", sums, ""),
        // It is changed, or gone through in another way.
        (fills, "s += r[k]; r[k] = s;", ""),
        (fills, "if r[k] > 1.0 { break; } s += r[k];", ""),
        (fills, "if r[k] > 1.0 { continue; } s += r[k];", ""),
        // The loops wait for each other.
        ("r[i] = x[i]; t += x[i];", "s += r[k] * t;", ""),
        ("r[i] = x[i] * z[n - 1 - i];", "z[k] = r[k];", ""),
        ("r[i] = x[i]; z[n - 1 - i] = x[i];", "s += r[k] * z[k];", ""),
        // What both of them print would come in another order.
        (
            "r[i] = x[i]; println!(\"{i}\");",
            "s += r[k]; println!(\"{k}\");",
            "",
        ),
    ] {
        assert_stays(&lists(first, second, given));
    }
}

#[test]
fn lists_stay_that_loops_do_not_run_through() {
    for body in [
        // As long as another one at most.
        "let r: Vec<f64> = x.iter().map(|v| v * v).collect();
        r.iter().zip(y).map(|(a, b)| a * b).sum()",
        // Rows of another length.
        "let mut c = vec![0.0; n * m];
        for i in 0..n { for j in 0..n { c[i * m + j] = x[i]; } }
        c.iter().sum()",
        "let mut c = vec![0.0; n * m];
        for i in 0..n { for j in 0..m { c[j * n + i] = x[i]; } }
        c.iter().sum()",
        // The number of an item is asked for, and not known.
        "let mut r = Vec::new();
        for v in x { if *v > 0.0 { r.push(v.sqrt()); } }
        let mut s = 0.0;
        for i in 0..r.len() { s += r[i] * y[i]; }
        s",
        // An array whose copy is looked at.
        "let zeros = [0.0; 8];
        let mut r = zeros;
        for i in 0..8 { r[i] = x[i]; }
        let mut s = 0.0;
        for i in 0..8 { s += zeros[i]; }
        s",
        // What comes between asks for what the first loop makes.
        "let mut r = Vec::new();
        let mut t = 0.0;
        for v in x { r.push(v * v); t += v; }
        let scale = 1.0 / t;
        let mut s = 0.0;
        for v in &r { s += v * scale; }
        s",
    ] {
        assert_stays(body);
    }
}
