//! Lists beside what begins with a single item, and beside what goes on with one.

use crate::check;
use pullback::differentiable;
use std::iter;

#[differentiable]
fn padded(x: &[f64], w: &[f64]) -> f64 {
    let by_reference = x.iter().zip(w.iter().chain(iter::repeat(&w[0])));
    by_reference.map(|(a, b)| a * b * b).sum()
}

#[differentiable]
fn padded_by_value(x: &[f64], w: &[f64]) -> f64 {
    let mut total = 0.0;
    for (a, b) in x
        .iter()
        .rev()
        .zip(w.iter().copied().chain(iter::repeat(w[0] * x[1])))
    {
        if *a < 0.0 {
            continue;
        }
        total += a * b;
    }
    total
}

#[differentiable]
fn lagged(x: &[f64], w: &[f64]) -> f64 {
    let before = iter::once(&w[1]).chain(x.iter());
    let steps = x.iter().zip(before).map(|(a, b)| (a - b).powi(3));
    let after: f64 = x
        .iter()
        .zip(iter::once(0.5 * w[0]).chain(w.iter().map(|v| v * v)))
        .map(|(a, b)| (a - b).powi(2))
        .sum();
    steps.sum::<f64>() * after
}

#[differentiable]
fn chained_to_references(x: &[f64], w: &[f64]) -> f64 {
    x.iter()
        .chain(iter::once(&w[0]))
        .zip(w.iter().skip(1).chain([&x[0], &w[1]]))
        .map(|(a, b)| a * b.sin())
        .sum()
}

#[test]
fn test_beside_what_is_padded() {
    let points: &[&[f64]] = &[
        &[1.0, 2.0, -0.5, 0.7, 0.3, 1.1],
        &[1.0, 2.0, -0.5, 0.7, 0.3, 1.1, 4.0, 3.0, 2.0, 0.1],
    ];
    macro_rules! checked {
        ($f:ident) => {
            check(
                |x| $f(&x[..4], &x[4..]),
                |x| {
                    let (by_x, by_w) = $f::gradient(&x[..4], &x[4..]);
                    [by_x, by_w].concat()
                },
                points,
            );
        };
    }
    checked!(padded);
    checked!(padded_by_value);
    checked!(lagged);
    checked!(chained_to_references);
}
