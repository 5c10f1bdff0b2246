use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn smoothed(values: impl Iterator<Item = f64>) -> f64 {
    let mut s = 0.0;
    for v in values {
        s = 0.5 * s + v;
    }
    s
}

#[differentiable]
fn product<'a>(values: impl Iterator<Item = &'a f64>) -> f64 {
    values.fold(1.0, |p, v| p * v)
}

#[derive(Clone, Debug, Differentiable)]
struct Weights {
    decay: f64,
}

#[differentiable]
impl Weights {
    fn weighted<I: Iterator<Item = f64>>(&self, values: I) -> f64 {
        let mut s = 0.0;
        for v in values {
            s = self.decay * s + v * v;
        }
        s
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let squares = x.iter().map(|v| v * v);
    let positive = x.iter().filter(|v| **v > 0.0);
    let steps = x.windows(2).map(|w| w[1] - w[0]);
    let weights = Weights { decay: 0.5 * x[0] };
    let mut total = smoothed(squares) * product(positive);
    for i in 1..3 {
        let scaled = x.iter().map(|v| v * i as f64 * x[1]);
        total += smoothed(scaled);
    }
    let fixed = [x[0], x[1] * x[2]];
    let mut changed = [0.0; 3];
    for (i, slot) in changed.iter_mut().enumerate() {
        *slot = x[i] * x[i + 1];
    }
    let listed = vec![x[3], x[0]];
    total += smoothed(fixed.into_iter()) + smoothed(changed.into_iter());
    total += smoothed(listed.into_iter()) * smoothed([x[1], 0.5].into_iter());
    total + weights.weighted(steps)
}

#[test]
fn gradient_is_right() {
    for x in [[0.6, 1.4, -0.7, 2.0], [-0.3, 0.2, 0.9, 1.1]] {
        for _ in 0..2 {
            assert_grad(|x| f(x), &x, &f::gradient(&x));
        }
    }
}
