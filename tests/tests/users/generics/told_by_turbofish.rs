//! Methods whose own parameters only the call says.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Series {
    values: Vec<f64>,
}

#[differentiable]
impl Series {
    fn window<const N: usize>(&self, at: usize) -> [f64; N] {
        std::array::from_fn(|i| self.values[at + i])
    }
}

#[differentiable]
fn energy(x: &[f64]) -> f64 {
    let series = Series { values: x.to_vec() };
    let window = series.window::<3>(1);
    let [a, b] = series.window::<2>(0);
    window.iter().map(|v| v * v).sum::<f64>() + a * b
}

#[test]
fn gradient_is_right() {
    let x = [1.0, 2.0, 0.5, -2.1];
    assert_grad(energy, &x, &energy::gradient(&x));
}
