//! Closures without types whose arguments are vectors that are handed over.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn applied<T>(times: usize, start: T, f: impl Fn(T) -> T) -> T {
    (0..times).fold(start, |state, _| f(state))
}

#[differentiable]
fn iterated(f: impl Fn(Vec<f64>) -> Vec<f64>, start: &[f64]) -> Vec<f64> {
    let mut state = start.to_vec();
    for _ in 0..3 {
        state = f(state);
    }
    state
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    let turned = applied(3, vec![x[0], x[1]], |v| vec![v[1] * x[2], v[0] * v[0]]);
    let squared: Vec<f64> = applied(2, x.to_vec(), |v| {
        v.iter().rev().map(|c| c * c + 0.1).collect()
    });
    let (p, q) = applied(2, (x[0], x[1]), |(a, b)| (0.5 * a + b, b - a * a));
    let mixed = iterated(|v| (0..v.len()).map(|i| v[i] * v[0].sin()).collect(), x);
    turned[0] * turned[1] + squared.iter().sum::<f64>() + p * q + mixed[0] * mixed[2]
}

#[test]
fn gradient_is_right() {
    check(all, all::gradient, &[&[0.7, 0.4, 1.2], &[-0.3, 0.9, 0.5]]);
}
