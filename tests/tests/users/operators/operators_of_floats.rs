//! The operators' methods by the paths of floats.

use crate::assert_grad;
use pullback::differentiable;
use std::ops::{Add, Div, Mul, Neg, Sub};

#[differentiable]
fn folded(v: &[f64]) -> f64 {
    let product = v.iter().copied().map(f64::neg).fold(2.0, f64::mul);
    let quotient = v.iter().copied().fold(product, f64::div);
    quotient + v.iter().copied().reduce(f64::add).unwrap_or(0.0)
}

#[differentiable]
fn called(v: &[f64]) -> f64 {
    let a = <f64 as Mul>::mul(v[0], 2.0) + f64::sub(v[1], v[0] * v[1]);
    <f64 as Neg>::neg(a) * <f64 as Add>::add(v[2], 1.0) + f64::div(v[1], Sub::sub(v[2], 7.0))
}

#[test]
fn paths_of_floats() {
    for v in [[1.0, 2.0, 3.0], [0.5, -1.5, 0.2]] {
        assert_grad(folded, &v, &folded::gradient(&v));
        assert_grad(called, &v, &called::gradient(&v));
    }
}
