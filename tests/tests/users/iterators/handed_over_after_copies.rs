//! Iterators that are copied, and handed over to a function in the end.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for v in values {
        sum += v;
        count += 1.0;
    }
    sum / count
}

#[differentiable]
fn variance(xs: impl Iterator<Item = f64> + Clone) -> f64 {
    let m = mean(xs.clone());
    mean(xs.map(|x| (x - m) * (x - m)))
}

#[differentiable]
fn doubled(xs: impl Iterator<Item = f64> + Clone) -> f64 {
    let m = mean(xs.clone().map(|x| 2.0 * x * x));
    mean(xs) * m
}

#[differentiable]
fn in_variables(x: &[f64]) -> f64 {
    let squares = x.iter().map(|v| v * v);
    let m = mean(squares.clone());
    let mut all = vec![m];
    all.extend(squares.clone());
    mean(squares) * m + variance(x.iter().copied()) + doubled(x.iter().map(|v| v.sin())) * all[1]
}

#[test]
fn gradients_are_right() {
    check(
        in_variables,
        |x| in_variables::gradient(x),
        &[&[0.5, 1.5, 0.6], &[-0.3, 2.0]],
    );
}
