use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Deref, DerefMut};

#[derive(Clone, Debug, Differentiable)]
struct Signal(Vec<f64>);

#[differentiable]
impl Deref for Signal {
    type Target = Vec<f64>;
    fn deref(&self) -> &Vec<f64> {
        &self.0
    }
}

#[differentiable]
impl DerefMut for Signal {
    fn deref_mut(&mut self) -> &mut Vec<f64> {
        &mut self.0
    }
}

#[differentiable]
fn f(xs: &[f64]) -> f64 {
    let mut s = Signal(xs.to_vec());
    s[0] *= 2.0;
    let n = s.len();
    let mean = s.iter().sum::<f64>() / n as f64;
    s.iter().map(|x| (x - mean).powi(2)).sum()
}

#[test]
fn gradient_is_right() {
    let x = [0.9, 1.2, -0.4];
    assert_grad(f, &x, &f::gradient(&x));
}
