//! Functions that are called where a method has made them.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Basis {
    weights: Vec<f64>,
    scale: f64,
}

#[differentiable]
impl Basis {
    fn function(&self, i: usize) -> impl Fn(f64) -> f64 {
        let scale = self.scale;
        move |x: f64| (scale * x).powi(i as i32)
    }
    fn boxed(&self) -> Box<dyn Fn(f64) -> f64> {
        let scale = self.scale;
        Box::new(move |x| scale + x.sin())
    }
    fn at(&self, x: f64) -> f64 {
        (0..self.weights.len())
            .map(|i| self.weights[i] * self.function(i)(x))
            .sum()
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let basis = Basis {
        weights: vec![x[0], x[1], 0.5],
        scale: x[1],
    };
    basis.at(x[0]) + (basis.function(3))(x[1]) * basis.boxed()(x[0])
}

#[test]
fn gradient_is_right() {
    for at in [[0.7, 1.3], [-0.4, 0.2]] {
        assert_grad(f, &at, &f::gradient(&at));
    }
}
