//! Fields that are handed to `zip` by their names: references or arrays, as only their types tell.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn product(a: f64, b: f64) -> f64 {
    a * b
}

#[derive(Clone, Copy, Differentiable)]
struct Samples<'a> {
    xs: &'a [f64],
    ys: &'a [f64],
}

#[differentiable]
impl Samples<'_> {
    fn behind_patterns(&self) -> f64 {
        self.xs.iter().zip(self.ys).map(|(&x, &y)| x * y).sum()
    }
    fn behind_stars(&self) -> f64 {
        let pairs = self.xs.iter().zip(self.ys);
        pairs.map(|(x, y)| product(*x, *y)).sum()
    }
    fn in_loops(&self) -> f64 {
        let mut sum = 0.0;
        for (i, (&x, &y)) in self.xs.iter().zip(self.ys).enumerate() {
            sum += i as f64 * x.sin() * y;
        }
        for (x, y) in self.xs.iter().zip(self.ys) {
            sum += x.powi(2) * *y;
        }
        sum
    }
    fn as_they_are(&self) -> f64 {
        self.xs
            .iter()
            .zip(self.ys)
            .map(|(x, y)| x.powi(2) * y.cos())
            .sum()
    }
}

#[derive(Clone, Differentiable)]
struct Weighted {
    weights: [f64; 2],
    values: Vec<f64>,
}

#[differentiable]
impl Weighted {
    fn total(&self, k: f64) -> f64 {
        let mut sum = self
            .values
            .iter()
            .zip(self.weights)
            .map(|(v, w)| v * w * k)
            .sum::<f64>();
        for (i, w) in self.weights.into_iter().enumerate() {
            sum += i as f64 * w * w;
        }
        sum
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let (xs, ys) = x.split_at(2);
    let samples = Samples { xs, ys };
    let weighted = Weighted {
        weights: [x[0], x[1]],
        values: ys.to_vec(),
    };
    samples.behind_patterns() * samples.behind_stars()
        + samples.in_loops() * samples.as_they_are()
        + weighted.total(x[3])
}

#[test]
fn gradient_is_right() {
    for at in [[0.7, 1.3, 0.2, -0.9], [-0.4, 0.2, 1.1, 0.5]] {
        let gradient = f::gradient(&at);
        assert_grad(f, &at, &gradient);
        assert_eq!(gradient, f::gradient(&at));
    }
}
