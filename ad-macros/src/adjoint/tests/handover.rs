//! What vectors that are moved into variables, and storage that is put back, cost the reverse sweep.

use super::*;

const STEPS: &str = "fn f(x: &[f64], n: usize) -> f64 {
    let mut u = x.to_vec();
    for _ in 0..n {
        let mut next = vec![0.0; x.len()];
        for i in 0..x.len() { next[i] = u[i] * u[i]; }
        u = next;
    }
    u[0]
}";

#[test]
fn shadows_take_over_what_their_vectors_were_moved_to() {
    let swapped = |passes: &Passes| reversed(STEPS, passes).contains("d_next takes over d_u");
    assert!(swapped(&Passes::default()));
    assert!(!swapped(&without(&["handover"])));
    // A copy leaves the shadow where it is.
    let copied = STEPS.replace("u = next;", "u.copy_from_slice(&next);");
    assert!(!reversed(&copied, &Passes::default()).contains("takes over"));
}

/// What the reverse sweep puts back by reference, by name.
fn rebound(source: &str) -> Vec<String> {
    let f = lowered(source);
    let analyses = Analyses::of(&f, &Passes::default());
    let plan = plan(&analyses);
    let mut names: Vec<String> = plan
        .rebound
        .iter()
        .map(|l| f.info(*l).name.to_string())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_only_assigned_as_a_whole_is_put_back_by_reference() {
    assert_eq!(rebound(STEPS), ["u"]);
    // A part of it changes, too, and must be put back in a copy.
    let changed = STEPS.replace("u = next;", "u = next; u[0] = u[0] * u[0];");
    assert!(rebound(&changed).is_empty());
}

#[test]
fn loads_are_remembered_where_putting_back_what_they_load_costs_more() {
    let saves = |source: &str| {
        let f = lowered(source);
        let analyses = Analyses::of(&f, &Passes::default());
        plan(&analyses).saves.len()
    };
    let source = "fn f(x: &[f64], w: &[f64]) -> f64 {
        let mut y = vec![0.0; w.len()];
        let mut s = 0.0;
        for j in 0..w.len() {
            for i in 0..x.len() { y[j] += x[i] * w[j]; }
            s += y[j] * w[j];
            y[j] = s * w[j];
        }
        s + y[0]
    }";
    assert_eq!(saves(source), 0);
    // Each number is loaded as often as one is added, and in a deeper loop than one is assigned.
    let deeper = source.replace("y[j] += x[i] * w[j];", "s += x[i] * y[j] * y[j];");
    assert_eq!(saves(&deeper), 1);
}

const WAVE: &str = "fn f(x: &[f64], n: usize) -> f64 {
    let mut prev = x.to_vec();
    let mut cur = x.to_vec();
    for _ in 0..n {
        let mut next = vec![0.0; x.len()];
        for i in 0..x.len() { next[i] = 2.0 * cur[i] - prev[i] * prev[i]; }
        prev = cur;
        cur = next;
    }
    cur[0]
}";

#[test]
fn what_only_passes_on_has_no_shadow() {
    let sweep = reversed(WAVE, &Passes::default());
    // The copy that is moved to `prev` hands on what that has, as soon as `next` has what `cur` had.
    let at = |text: &str| sweep.find(text).unwrap_or_else(|| panic!("{sweep}"));
    let taken = at("d_next takes over d_cur");
    assert!(taken < at("d_cur += d_prev"), "{sweep}");
    assert!(at("d_cur += d_prev") < at("clear d_prev"), "{sweep}");
    assert_eq!(sweep.matches(" = 0\n").count(), 2, "{sweep}");
    assert!(reversed(WAVE, &without(&["handover"])).contains("d_next += d_cur"));
}

#[test]
fn what_is_asked_for_in_between_stays() {
    // Here the copy is read before it is moved, so that more comes to its shadow.
    let read = WAVE.replace(
        "prev = cur;",
        "let old = cur.clone(); next[0] += old[0]; prev = old;",
    );
    let sweep = reversed(&read, &Passes::default());
    assert!(sweep.contains("d_old takes over d_prev"), "{sweep}");
    assert!(sweep.contains("d_cur += d_old"), "{sweep}");
}

#[test]
fn what_was_collected_has_the_shadow_of_its_variable() {
    let collected = "fn f(x: &[f64], y: &mut [f64]) -> f64 {
        let squares: Vec<f64> = x.iter().map(|x| x * x).collect();
        squares.iter().zip(y).map(|(s, y)| s * *y).sum()
    }";
    let sweep = reversed(collected, &Passes::default());
    assert!(sweep.contains("d_items takes over d_squares"), "{sweep}");
    assert_eq!(sweep.matches(" = 0\n").count(), 1, "{sweep}");
    assert!(reversed(collected, &without(&["handover"])).contains("d_items += d_squares"));
}
