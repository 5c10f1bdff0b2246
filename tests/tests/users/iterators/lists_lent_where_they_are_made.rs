//! Lists that calls give, gone through by reference beside others.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn predicted(w: f64, xs: &[f64]) -> Vec<f64> {
    xs.iter().map(|x| w * x * x).collect()
}

#[derive(Clone, Differentiable)]
struct Line {
    slope: f64,
    at: [f64; 2],
}

#[differentiable]
impl Line {
    fn ends(&self) -> [f64; 2] {
        [self.slope * self.at[0], self.slope * self.at[1]]
    }
    fn loss(&self, ys: &[f64]) -> f64 {
        ys.iter()
            .zip(&self.ends())
            .map(|(y, e)| (y - e).powi(2))
            .sum()
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let line = Line {
        slope: x[0],
        at: [x[1], 2.0],
    };
    let mut sum = x
        .iter()
        .zip(&predicted(x[0], x))
        .map(|(y, p)| y * p)
        .sum::<f64>();
    for (y, p) in x.iter().zip(&predicted(2.0, x)) {
        sum += (y - p).powi(2);
    }
    let mut next = x.to_vec();
    for (n, e) in next.iter_mut().zip(&line.ends()) {
        *n *= e;
    }
    next.extend(&predicted(x[1], &next));
    let all = x
        .iter()
        .chain(&predicted(0.5, x))
        .map(|v| v * v)
        .sum::<f64>();
    let both = predicted(1.5, x)
        .iter()
        .zip(&x.to_vec())
        .map(|(a, b)| a * b)
        .sum::<f64>();
    sum + all + next.iter().sum::<f64>() + line.loss(x) + both
}

#[test]
fn gradient_is_right() {
    for at in [[0.7, 1.3], [-0.4, -0.2]] {
        let gradient = f::gradient(&at);
        assert_grad(f, &at, &gradient);
        assert_eq!(gradient, f::gradient(&at));
    }
}
