//! Closures that capture constant arguments, passed to functions.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug)]
struct Data {
    xs: Vec<f64>,
}

#[differentiable]
fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (f(a) + 4.0 * f(0.5 * (a + b)) + f(b)) * (b - a) / 6.0
}

#[differentiable]
fn tabulated(n: usize, f: impl Fn(usize) -> f64) -> Vec<f64> {
    (0..n).map(|i| f(i)).collect()
}

#[differentiable]
fn at(q: &[f64], i: usize) -> f64 {
    q[i % q.len()]
}

#[differentiable]
fn indexed(p: &[f64], #[constant] q: &[f64]) -> f64 {
    let once = tabulated(3, |i| p[0] * at(q, i + 1));
    let sums = tabulated(3, |i| (0..2).map(|k| p[k] * q[(i + k) % 3]).sum());
    once.iter().zip(&sums).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn of_fields(p: &[f64], #[constant] data: &Data) -> f64 {
    simpson(|t| data.xs.iter().map(|x| x * t * p[0]).sum(), 0.0, p[1])
}

#[differentiable]
fn zipped(p: &[f64], #[constant] pairs: &[(f64, f64)]) -> f64 {
    let cost = |t: f64| -> f64 { pairs.iter().map(|&(x, y)| (p[0] * x * t - y).powi(2)).sum() };
    simpson(cost, 0.1, p[1])
}

#[differentiable]
fn total(
    p: &[f64],
    #[constant] q: &[f64],
    #[constant] data: &Data,
    #[constant] pairs: &[(f64, f64)],
) -> f64 {
    indexed(p, q) + of_fields(p, data) * zipped(p, pairs)
}

#[test]
fn gradients_are_right() {
    let (q, pairs) = ([1.0, 0.5, 0.2], [(1.0, 2.0), (0.5, 0.1)]);
    let data = Data { xs: vec![1.0, 2.0] };
    check(
        |p| total(p, &q, &data, &pairs),
        |p| total::gradient(p, &q, &data, &pairs),
        &[&[0.5, 1.5], &[-1.2, 0.3]],
    );
}
