use crate::check;
use pullback::differentiable;
use std::collections::{BTreeMap, HashMap};
#[differentiable]
fn weights(names: &[&str], w: &[f64]) -> BTreeMap<String, f64> {
    names
        .iter()
        .map(|n| n.to_string())
        .zip(w.iter().copied())
        .collect()
}
#[differentiable]
fn normalise(m: BTreeMap<String, f64>) -> BTreeMap<String, f64> {
    let z: f64 = m.values().sum();
    m.into_iter().map(|(k, v)| (k, v / z)).collect()
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let m = normalise(weights(&["a", "b", "c"], x));
    let mut h = 0.0;
    for (name, p) in &m {
        h -= p * p.ln() * if name == "b" { 2.0 } else { 1.0 };
    }
    let top = m
        .iter()
        .max_by(|a, b| a.1.partial_cmp(b.1).unwrap())
        .map(|(_, v)| *v)
        .unwrap();
    h + top + m.get("a").map_or(0.0, |v| v.powi(2)) + m["c"]
}

#[test]
fn gradients_are_right() {
    let points = [&[0.2, 1.0, 0.7][..], &[3.0, 1.0, 0.7]];
    check(f, |v| f::gradient(v), &points);
}
