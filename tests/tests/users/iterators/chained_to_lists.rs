//! Iterators that go on with a list that is written there.

use crate::check;
use pullback::differentiable;

/// The trapezoidal rule, and a sum over a boundary that is mirrored at its end.
#[differentiable]
fn padded(x: &[f64]) -> f64 {
    let ghost = 2.0 * x[1] - x[0];
    let mut total = 0.0;
    for v in x.iter().filter(|v| **v > 0.0).chain(&[ghost]) {
        total += v.abs().sqrt();
    }
    total
        + x.iter()
            .chain(&[ghost, 0.5 * ghost])
            .map(|v| v * v)
            .sum::<f64>()
}

#[differentiable]
fn from_the_back(x: &[f64]) -> f64 {
    let wrapped = x.iter().copied().chain([x[0] * x[1]]).rev();
    let twice = x.iter().chain(x).rev().skip(1).take(x.len());
    wrapped.take(2).map(f64::sin).sum::<f64>() + twice.fold(0.3, |y, v| y * v + 0.1)
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    padded(x) * from_the_back(x)
}

#[test]
fn gradient_is_right() {
    check(all, all::gradient, &[&[0.4, 0.7, -1.2], &[1.3, 0.2]]);
}
