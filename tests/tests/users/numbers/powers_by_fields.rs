//! The exponent is a whole number that a field holds, and the power one way of a branch.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Power,
    Linear,
}

#[derive(Clone, Debug, Differentiable)]
struct Term {
    shape: Shape,
    scale: f64,
    base: f64,
    exponent: i32,
}

#[differentiable]
impl Term {
    fn value(&self) -> f64 {
        match self.shape {
            Shape::Power => self.scale * self.base.powi(self.exponent),
            Shape::Linear => self.scale * self.base,
        }
    }

    fn sum(&self, weights: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (i, w) in weights.iter().enumerate() {
            if i > 0 {
                sum += w * self.base.powi(self.exponent);
            } else {
                sum += w;
            }
        }
        sum
    }
}

#[differentiable]
fn both(term: &Term, weights: &[f64]) -> f64 {
    term.value() * term.sum(weights)
}

#[test]
fn each_way() {
    let weights = [0.5, 1.5, -0.25];
    for shape in [Shape::Power, Shape::Linear] {
        for exponent in [-2, 0, 1, 3] {
            let term = |v: &[f64]| Term {
                shape,
                scale: v[0],
                base: v[1],
                exponent,
            };
            let at = [0.7, 1.3];
            let (g, by_weights) = both::gradient(&term(&at), &weights);
            assert_grad(|v| both(&term(v), &weights), &at, &[g.scale, g.base]);
            assert_grad(|w| both(&term(&at), w), &weights, &by_weights);
        }
    }
}
