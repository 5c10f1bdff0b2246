//! Arguments that are converted because a bound says that they can be.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Speed(f64);

#[differentiable]
impl From<Speed> for f64 {
    fn from(speed: Speed) -> f64 {
        speed.0
    }
}

#[differentiable]
fn kinetic<V: Into<f64>>(mass: f64, v: V) -> f64 {
    let v: f64 = v.into();
    0.5 * mass * v * v
}

#[differentiable]
fn all(p: &[f64]) -> f64 {
    kinetic(p[0], Speed(p[1])) + kinetic(2.0, p[1]) * p[0] + kinetic(p[1], 3_i32)
}

#[test]
fn gradient_is_right() {
    let p = [0.3, 0.7];
    assert_grad(all, &p, &all::gradient(&p));
}
