//! Functions that variants hold, whose type is a parameter of the enum, called where a pattern binds them.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
enum Stage<F> {
    Scale(f64),
    Shift { by: f64 },
    Custom(F),
    Chain(Vec<Stage<F>>),
}

#[differentiable]
impl<F: Fn(f64) -> f64> Stage<F> {
    fn run(&self, x: f64) -> f64 {
        match self {
            Stage::Scale(k) => k * x,
            Stage::Shift { by } => x + by,
            Stage::Custom(f) => f(x) + f(0.5 * x),
            Stage::Chain(stages) => stages.iter().fold(x, |v, stage| stage.run(v)),
        }
    }
}

#[differentiable]
fn processed(x: &[f64]) -> f64 {
    let (k, by) = (x[0], x[1]);
    let stages = [
        Stage::Custom(|v: f64| (k * v).sin()),
        Stage::Scale(k),
        Stage::Chain(vec![Stage::Shift { by }, Stage::Scale(by)]),
    ];
    stages.iter().fold(by, |v, stage| stage.run(v)) * k
}

#[derive(Differentiable)]
struct Shaped<F> {
    shape: F,
    gain: f64,
}

#[differentiable]
impl<F: Fn(f64) -> f64> Shaped<F> {
    fn at(&self, x: f64) -> f64 {
        let Shaped { shape, gain } = self;
        gain * shape(x)
    }
}

#[differentiable]
fn shaped(x: &[f64]) -> f64 {
    let gain = x[0];
    let shaped = Shaped {
        shape: |v: f64| v * v + gain,
        gain,
    };
    shaped.at(x[1])
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3], [-0.4, 0.2]] {
        for _ in 0..2 {
            assert_grad(processed, &x, &processed::gradient(&x));
            assert_grad(shaped, &x, &shaped::gradient(&x));
        }
    }
}
