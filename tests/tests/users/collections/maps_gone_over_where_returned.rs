use crate::check;
use pullback::differentiable;
use std::collections::{BTreeMap, HashMap};
#[differentiable]
fn sums(keys: &[u32], x: &[f64]) -> BTreeMap<u32, f64> {
    let mut m = BTreeMap::new();
    for (k, v) in keys.iter().zip(x) {
        *m.entry(*k).or_insert(0.0) += v * v;
    }
    m
}
#[differentiable]
fn a(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (k, v) in sums(&[1, 2, 1], x) {
        s += k as f64 * v * v;
    }
    s
}
#[differentiable]
fn b(x: &[f64]) -> f64 {
    sums(&[1, 2, 1], x).values().map(|v| v * v).sum()
}
#[differentiable]
fn c(x: &[f64]) -> f64 {
    sums(&[1, 2, 1], x)
        .into_iter()
        .map(|(k, v)| k as f64 * v.sin())
        .sum()
}
#[differentiable]
fn d(x: &[f64]) -> f64 {
    sums(&[1, 2, 1], x).into_values().fold(1.0, |p, v| p * v)
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    a(x) + b(x) + c(x) + d(x)
}

#[test]
fn gradients_are_right() {
    let points = [&[0.3, 2.0, 0.7][..]];
    check(f, |v| f::gradient(v), &points);
}
