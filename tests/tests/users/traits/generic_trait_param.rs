use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Apply<T> {
    fn apply(&self, input: T) -> f64;
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Gain(f64);

#[differentiable]
impl Apply<f64> for Gain {
    fn apply(&self, input: f64) -> f64 {
        self.0 * input
    }
}

#[differentiable]
impl Apply<(f64, f64)> for Gain {
    fn apply(&self, (a, b): (f64, f64)) -> f64 {
        self.0 * a * b
    }
}

#[differentiable]
impl Apply<Vec<f64>> for Gain {
    fn apply(&self, xs: Vec<f64>) -> f64 {
        xs.iter().map(|x| x.powf(self.0)).sum()
    }
}

#[differentiable]
fn twice<T: Clone + Differentiable, A: Apply<T> + Differentiable>(a: &A, input: T) -> f64 {
    a.apply(input.clone()) * a.apply(input)
}

#[differentiable]
fn f(g: f64, xs: &[f64]) -> f64 {
    let gain = Gain(g);
    gain.apply(xs[0]) + gain.apply((xs[0], xs[1])) + gain.apply(xs.to_vec()) * twice(&gain, xs[2])
}

#[test]
fn gradient_is_right() {
    let x = [0.5, 0.7, 1.2];
    let (g, dx) = f::gradient(0.8, &x);
    assert_grad(|v| f(v[0], &x), &[0.8], &[g]);
    assert_grad(|x| f(0.8, x), &x, &dx);
}
