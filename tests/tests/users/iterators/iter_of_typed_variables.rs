//! `iter` of variables whose type is written.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct View<'a> {
    data: &'a [f64],
    stride: usize,
}

#[differentiable]
impl<'a> View<'a> {
    fn new(data: &'a [f64]) -> Self {
        View { data, stride: 1 }
    }
    fn iter(&self) -> impl Iterator<Item = &f64> + '_ {
        self.data.iter().step_by(self.stride)
    }
    fn sum(&self) -> f64 {
        self.iter().sum()
    }
}

#[differentiable]
fn seen(x: &[f64]) -> f64 {
    let every: View<'_> = View::new(x);
    let other: View<'_> = View { stride: 2, ..every };
    let mut s = every.sum() * other.sum();
    for v in other.iter() {
        s += v.sin();
    }
    s + every.iter().map(|v| v * v).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let x = [1.0, 2.0, 0.5, 0.3];
    assert_grad(seen, &x, &seen::gradient(&x));
    assert_eq!(seen::gradient(&x), seen::gradient(&x));
}
