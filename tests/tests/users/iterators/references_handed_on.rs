//! Iterators of references, and of tuples with some, between functions.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn positives(x: &[f64]) -> impl Iterator<Item = &f64> {
    x.iter().filter(|v| **v > 0.0)
}

#[differentiable]
fn mean<'a>(it: impl Iterator<Item = &'a f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0usize);
    for v in it {
        sum += v * v;
        count += 1;
    }
    sum / count.max(1) as f64
}

#[differentiable]
fn log_sum<'a>(it: impl IntoIterator<Item = &'a f64>) -> f64 {
    it.into_iter().map(|v| v.exp()).sum::<f64>().ln()
}

#[differentiable]
fn of_functions(x: &[f64]) -> f64 {
    mean(positives(x)) * log_sum(positives(x))
        + mean(positives(x).skip(1))
        + log_sum(x) * mean(positives(x).filter(|v| **v < 2.0))
        + mean(positives(x).chain(&x[1..]))
}

#[derive(Differentiable)]
struct Series {
    values: Vec<f64>,
}

#[differentiable]
impl Series {
    fn iter(&self) -> impl Iterator<Item = &f64> + '_ {
        self.values.iter()
    }

    fn above(&self, limit: f64) -> impl Iterator<Item = &f64> + '_ {
        self.values.iter().filter(move |v| **v > limit)
    }

    fn spread(&self) -> f64 {
        mean(self.above(0.2)) - mean(self.above(0.6).take(1))
    }
}

#[differentiable]
fn of_methods(x: &[f64]) -> f64 {
    let series = Series { values: x.to_vec() };
    series.spread() * log_sum(series.above(0.1)) + mean(x.iter().skip(1))
}

#[differentiable]
fn weighted_mean<'a>(pairs: impl Iterator<Item = (&'a f64, &'a f64)>) -> f64 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for (v, w) in pairs {
        sum += v * w;
        weight += w;
    }
    sum / weight
}

#[differentiable]
fn dot<'a, I>(mut pairs: I) -> f64
where
    I: Iterator<Item = (&'a f64, &'a f64)>,
{
    match pairs.next() {
        Some((a, b)) => pairs.fold(a - b, |s, (a, b)| s + a * b),
        None => 0.0,
    }
}

#[differentiable]
fn by_position<'a>(items: impl IntoIterator<Item = (usize, &'a f64)>) -> f64 {
    items.into_iter().map(|(i, v)| (i + 1) as f64 * v * v).sum()
}

#[differentiable]
fn paired<'a>(x: &'a [f64], y: &'a [f64]) -> impl Iterator<Item = (&'a f64, &'a f64)> {
    x.iter().zip(y).filter(|(a, _)| **a > 0.0)
}

#[differentiable]
fn of_pairs(x: &[f64], w: &[f64]) -> f64 {
    let pairs = x.iter().zip(w);
    weighted_mean(pairs)
        + dot(x.iter().zip(w.iter()).filter(|(a, _)| **a > 0.2)) * dot(x.iter().zip(w).skip(1))
        + dot(paired(x, w)) * weighted_mean(paired(x, w))
        + dot(x.iter().skip(1).zip(w.iter().take(2)))
        + by_position(x.iter().enumerate())
        + by_position(x.iter().rev().enumerate().skip(1))
        + paired(x, w).map(|(a, b)| a * b).sum::<f64>()
}

#[test]
fn references_go_from_function_to_function() {
    for x in [[1.0, -2.0, 3.0], [0.5, 0.7, 0.3], [-0.5, -0.7, 0.3]] {
        assert_grad(of_functions, &x, &of_functions::gradient(&x));
        assert_grad(of_methods, &x, &of_methods::gradient(&x));
    }
}

#[test]
fn tuples_with_references_go_from_function_to_function() {
    let both = |v: &[f64]| of_pairs(&v[..3], &v[3..]);
    for v in [
        [1.0, -2.0, 3.0, 0.4, 0.3, 0.1],
        [0.1, 0.7, 0.3, 0.4, -0.2, 0.9],
    ] {
        let (x, w) = of_pairs::gradient(&v[..3], &v[3..]);
        assert_grad(both, &v, &[x, w].concat());
    }
}
