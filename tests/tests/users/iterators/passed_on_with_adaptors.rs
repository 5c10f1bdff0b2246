//! What a function gives as an iterator, with adaptors on it, passed to another function.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn returns(prices: &[f64]) -> impl Iterator<Item = f64> + '_ {
    prices.windows(2).map(|w| (w[1] / w[0]).ln())
}

#[differentiable]
fn high(prices: &[f64]) -> impl Iterator<Item = &f64> {
    prices.iter().filter(|p| **p > 1.15)
}

#[differentiable]
fn mean(items: impl Iterator<Item = f64>) -> f64 {
    let (n, s) = items.fold((0usize, 0.0), |(n, s), v| (n + 1, s + v));
    if n == 0 { 0.0 } else { s / n as f64 }
}

#[differentiable]
fn weighted(items: impl Iterator<Item = (usize, f64)>) -> f64 {
    items.map(|(i, v)| v * (i + 1) as f64).sum()
}

/// Adaptors that take no function.
#[differentiable]
fn by_position(x: &[f64]) -> f64 {
    mean(returns(x).skip(1)) * x[1]
        + mean(returns(x).take(2)) * mean(returns(x).step_by(2))
        + weighted(returns(x).enumerate())
        + mean(returns(x).chain([x[0], x[1] * x[2]]))
        + mean(returns(x).chain(returns(&x[2..])).skip(1))
        + mean(returns(x).chain(x.iter().map(|v| v * v)))
        + mean(high(x).copied())
}

/// Those that make other items, or leave some out.
#[differentiable]
fn by_functions(x: &[f64]) -> f64 {
    let k = x[0];
    mean(returns(x).map(|r| r * r * k))
        + mean(returns(x).map(f64::exp))
        + mean(high(x).map(|v| v * x[1]))
        + mean(returns(x).skip(1).filter(|r| *r > 0.0)) * x[2]
        + mean(returns(x).skip(1).take_while(|r| *r < 0.2).map(|r| r * k))
        + weighted(returns(x).skip_while(|r| *r > 0.15).enumerate())
        + mean(returns(x).filter_map(|r| if r > 0.1 { Some(r * k) } else { None }))
}

#[differentiable]
fn zipped(x: &[f64]) -> f64 {
    mean(returns(x).skip(1).zip(returns(x)).map(|(a, b)| a * b))
        + mean(
            returns(x)
                .skip(2)
                .zip(x.iter().copied())
                .map(|(a, b)| a / b),
        )
        + mean(returns(x).take(1).chain(vec![x[3]]).map(f64::sin))
}

/// In variables, one of which is moved on.
#[differentiable]
fn in_variables(x: &[f64]) -> f64 {
    let squares = returns(x).map(|r| r * r);
    let rest = returns(x).skip(1);
    let m = mean(squares);
    let off = rest.map(move |r| (r - m).powi(2));
    mean(off)
}

#[derive(Clone, Differentiable)]
struct Book {
    prices: Vec<f64>,
    amounts: Vec<f64>,
}

#[differentiable]
impl Book {
    fn values(&self) -> impl Iterator<Item = f64> + '_ {
        self.prices.iter().zip(&self.amounts).map(|(p, q)| p * q)
    }

    fn moved<'a>(&'a self, to: &'a [f64]) -> Box<dyn Iterator<Item = f64> + 'a> {
        Box::new(self.prices.iter().zip(to).map(|(a, b)| a - b))
    }

    fn score(&self) -> f64 {
        mean(self.values().map(|v| v.sqrt())) + mean(self.values().skip(1).take(2))
    }
}

#[differentiable]
fn of_methods(x: &[f64]) -> f64 {
    let book = Book {
        prices: x.to_vec(),
        amounts: vec![1.0, 2.0, x[0], 0.5, 1.0],
    };
    let to = [x[4], 1.0, x[2], x[0] * x[1], 2.0];
    book.score()
        + mean(book.moved(&to).map(|v| v * v))
        + weighted(book.moved(&to).enumerate().skip(1))
}

#[differentiable]
fn largest(x: &[f64]) -> Option<&f64> {
    x.iter().max_by(|a, b| a.total_cmp(b))
}

#[differentiable]
fn weight(o: Option<&f64>) -> f64 {
    o.map_or(0.5, |v| v * v)
}

/// Options have adaptors of the same names.
#[differentiable]
fn of_options(x: &[f64]) -> f64 {
    weight(largest(x).filter(|v| **v > 1.605))
        + largest(x).zip(x.first()).map_or(0.0, |(a, b)| a * b)
}

#[test]
fn gradients_are_right() {
    let points = [[1.1, 1.3, 1.12, 1.6, 1.2], [2.0, 1.3, 1.4, 1.61, 1.2]];
    let all: [(fn(&[f64]) -> f64, fn(&[f64]) -> Vec<f64>); 6] = [
        (by_position, by_position::gradient),
        (by_functions, by_functions::gradient),
        (zipped, zipped::gradient),
        (in_variables, in_variables::gradient),
        (of_methods, of_methods::gradient),
        (of_options, of_options::gradient),
    ];
    for (f, gradient) in all {
        for x in &points {
            assert_grad(f, x, &gradient(x));
            assert_grad(f, x, &gradient(x));
        }
    }
}
