use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Kernel {
    scale: f64,
}

#[differentiable]
impl Kernel {
    fn all(&self, xs: &[f64]) -> f64 {
        xs.iter().map(|v| (v * self.scale).tanh()).product()
    }

    fn any(&self, xs: &[f64]) -> f64 {
        1.0 - xs.iter().map(|v| 1.0 - v * self.scale).product::<f64>()
    }

    fn sum(&self) -> f64 {
        self.scale * 3.0
    }

    fn map(&self, v: f64) -> f64 {
        v * self.scale
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let k = Kernel { scale: x[0] };
    let all_small = x.iter().all(|v| *v < 2.0);
    let sign = if all_small { 1.0 } else { -1.0 };
    sign * k.all(x) + k.all(&x[1..]) * k.any(&[x[1], x[2]]) + k.sum() * x[1] + k.map(x[3])
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 0.9, 0.7, 0.6];
    assert_grad(|v| f(v), &x, &f::gradient(&x));
}
