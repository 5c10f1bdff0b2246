use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Decay {
    value: f64,
    rate: f64,
    left: usize,
}

#[differentiable]
impl Iterator for Decay {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let value = self.value;
        self.value *= self.rate;
        Some(value)
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Root {
    scale: f64,
}

#[differentiable]
impl Root {
    fn of(&self, x: f64) -> Option<f64> {
        (x > 0.0).then(|| self.scale * x.sqrt())
    }
}

#[differentiable]
fn root(x: f64, scale: f64) -> Option<f64> {
    let y = Root { scale }.of(x)?;
    Root { scale: y }.of(y).map(|z| z * x)
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let zipped = Decay {
        value: x[0],
        rate: 0.9,
        left: 3,
    }
    .zip(x.iter())
    .map(|(a, b)| a * b);
    let (small, large): (Vec<f64>, Vec<f64>) = Decay {
        value: x[0],
        rate: x[1],
        left: 5,
    }
    .partition(|v| *v < 1.0);
    let squares: f64 = large.iter().map(|v| v * v).sum();
    let roots =
        root(x[0], x[1]).unwrap_or(x[0]) + Root { scale: x[0] }.of(x[1]).map_or(0.0, |v| v * v);
    zipped.sum::<f64>() + small.iter().sum::<f64>() * 2.0 - squares + roots
}

#[test]
fn gradient_is_right() {
    for x in [[1.3, 0.7, 0.9], [2.6, 0.4, 1.4], [0.3, -0.6, 1.0]] {
        for _ in 0..2 {
            assert_grad(f, &x, &f::gradient(&x));
        }
    }
}
