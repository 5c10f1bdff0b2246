//! `try_fold` with a function that is only called, whose kind shows where the outcome is matched, or in a method.

use crate::check;
use pullback::differentiable;

#[derive(Debug)]
struct Negative;

#[differentiable]
fn times(product: f64, x: f64) -> Result<f64, Negative> {
    if x > 0.0 {
        Ok(product * x)
    } else {
        Err(Negative)
    }
}

#[differentiable]
fn half_less(rest: f64, x: f64) -> Option<f64> {
    (x < 2.0).then(|| rest - 0.5 * x * x)
}

#[differentiable]
fn matched(x: &[f64]) -> f64 {
    let product = match x.iter().try_fold(1.0, |product, &v| times(product, v)) {
        Ok(product) => product,
        Err(_) => x[0],
    };
    let rest = match x.iter().try_fold(3.0, |rest, v| half_less(rest, *v)) {
        Some(rest) => rest * rest,
        None => product,
    };
    product * rest
}

#[differentiable]
fn asked(x: &[f64]) -> f64 {
    let product = x.iter().try_fold(1.0, |product, &v| times(product, v)).ok();
    product.unwrap_or(x[0] * x[0])
}

#[test]
fn gradients() {
    let points: &[&[f64]] = &[&[0.4, 1.3, 0.8], &[1.2, -0.6, 0.9], &[0.7, 2.3]];
    check(matched, matched::gradient, points);
    check(asked, asked::gradient, points);
}
