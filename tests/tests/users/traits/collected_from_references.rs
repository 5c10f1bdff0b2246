//! Types that are collected from references, from these alone or from values as well.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Debug, Differentiable)]
struct Sample {
    value: f64,
    weight: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Mean(f64);

#[differentiable]
impl<'a> FromIterator<&'a Sample> for Mean {
    fn from_iter<I: IntoIterator<Item = &'a Sample>>(samples: I) -> Self {
        let (sum, weight) = samples.into_iter().fold((0.0, 0.0), |(s, w), p| {
            (s + p.value * p.weight, w + p.weight)
        });
        Mean(sum / weight)
    }
}

#[differentiable]
fn means(x: &[f64]) -> f64 {
    let samples: Vec<Sample> = x
        .chunks(2)
        .map(|c| Sample {
            value: c[0],
            weight: c[1] * c[1],
        })
        .collect();
    let all: Mean = samples.iter().rev().collect();
    let heavy = samples.iter().filter(|s| s.weight > 1.0).collect::<Mean>();
    let last = Mean::from_iter(samples.iter().skip(1));
    all.0 * heavy.0 + last.0
}

check!(from_references, means(&[0.7, -0.4, 1.3, 1.1, 0.2, 2.0]));

#[derive(Clone, Debug, Default, Differentiable)]
struct Squares(f64);

#[differentiable]
impl<'a> FromIterator<&'a f64> for Squares {
    fn from_iter<I: IntoIterator<Item = &'a f64>>(items: I) -> Self {
        let mut squares = Squares::default();
        for x in items {
            squares.0 += x * x;
        }
        squares
    }
}

#[differentiable]
impl FromIterator<f64> for Squares {
    fn from_iter<I: IntoIterator<Item = f64>>(items: I) -> Self {
        Squares(items.into_iter().map(|x| 3.0 * x).sum())
    }
}

#[differentiable]
fn both(x: &[f64]) -> f64 {
    let squares: Squares = x.iter().collect();
    let threefold: Squares = x.iter().map(|x| x.sin()).collect();
    squares.0 * threefold.0
}

check!(from_references_or_values, both(&[0.7, -0.4, 1.3]));
