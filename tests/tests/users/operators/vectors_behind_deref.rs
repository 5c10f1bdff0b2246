//! Vectors by another name that change as vectors do.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Deref, DerefMut};

#[derive(Clone, Differentiable)]
struct Weights(Vec<f64>);

#[differentiable]
impl Deref for Weights {
    type Target = Vec<f64>;
    fn deref(&self) -> &Vec<f64> {
        &self.0
    }
}

#[differentiable]
impl DerefMut for Weights {
    fn deref_mut(&mut self) -> &mut Vec<f64> {
        &mut self.0
    }
}

#[differentiable]
fn grown(weights: &Weights, x: f64) -> f64 {
    let mut v = weights.clone();
    v[0] *= x;
    v.push(x * x);
    v.extend([x, 2.0]);
    v.swap(0, 1);
    v.insert(1, x);
    let last = v.pop().unwrap_or(0.0);
    for w in v.iter_mut() {
        *w *= x;
    }
    v.reverse();
    last + v[0] * v[1]
        + weights
            .iter()
            .zip(v.iter())
            .map(|(a, b)| a * b)
            .sum::<f64>()
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut weights = Weights(x.to_vec());
    weights.push(x[0] * x[1]);
    grown(&weights, x[1]) * weights.len() as f64
}

#[test]
fn gradient_is_right() {
    for at in [[0.7, 1.3], [-0.4, 0.2]] {
        let gradient = f::gradient(&at);
        assert_grad(f, &at, &gradient);
        assert_eq!(gradient, f::gradient(&at));
    }
}
