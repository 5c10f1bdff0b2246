//! Iterators that methods and functions give, beside others that they give.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Path {
    points: Vec<f64>,
}
#[differentiable]
impl Path {
    fn lengths(&self) -> impl Iterator<Item = f64> + '_ {
        self.points.windows(2).map(|w| w[1] - w[0])
    }
    fn bends(&self) -> f64 {
        self.lengths()
            .zip(self.lengths().skip(1))
            .map(|(a, b)| (a - b).powi(2))
            .sum::<f64>()
    }
    fn products(&self) -> f64 {
        let mut t = 0.0;
        for (a, b) in self.lengths().zip(self.lengths().skip(1)) {
            t += a * b;
        }
        t
    }
    fn beside_a_field(&self) -> f64 {
        self.points
            .iter()
            .zip(self.lengths().map(|v| v * v))
            .map(|(a, b)| (a - b).powi(2))
            .sum()
    }
    fn by_position(&self) -> f64 {
        self.lengths()
            .enumerate()
            .skip(1)
            .map(|(i, v)| v * i as f64)
            .sum::<f64>()
            + self
                .lengths()
                .chain(self.lengths().take(1))
                .product::<f64>()
    }
}
#[differentiable]
fn steps(x: &[f64]) -> impl Iterator<Item = f64> + '_ {
    x.iter().map(|v| v * v)
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let p = Path { points: x.to_vec() };
    p.bends() + p.products() * p.beside_a_field() - p.by_position()
        + steps(x)
            .zip(steps(x).skip(1))
            .map(|(a, b)| a * b)
            .sum::<f64>()
        + x.iter()
            .zip(steps(x).skip(2))
            .map(|(a, b)| a * b)
            .sum::<f64>()
}

#[test]
fn test_own_iterators_beside_themselves() {
    check(
        |x| f(x),
        |x| f::gradient(x),
        &[&[1.7, 1.5, 0.9, 1.8, 2.5], &[0.3, -0.4, 2.0]],
    );
}
