use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct View<'a> {
    data: &'a [f64],
    scale: f64,
}

#[differentiable]
impl<'a> View<'a> {
    fn new(data: &'a [f64], scale: f64) -> Self {
        View { data, scale }
    }

    fn head(&self, n: usize) -> View<'a> {
        View {
            data: &self.data[..n],
            scale: self.scale * 2.0,
        }
    }

    fn sum(&self) -> f64 {
        self.data.iter().sum::<f64>() * self.scale
    }
}

#[differentiable]
fn scaled(x: &[f64]) -> View<'_> {
    View {
        data: x,
        scale: x[0],
    }
}

#[differentiable]
fn behind<'a>(x: &'a [f64], k: f64) -> View<'a> {
    View::new(&x[1..], k)
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let (whole, rest) = (scaled(x), behind(x, x[1]));
    whole.data[2] * whole.scale + rest.sum() * rest.head(2).sum()
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 0.9, 0.7, 0.6];
    assert_grad(|v| f(v), &x, &f::gradient(&x));
}
