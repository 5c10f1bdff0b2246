//! One item of an iterator that a function returns: the last one by value, the third, the one before the last.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn decayed<'a>(x: &'a [f64], rate: f64) -> impl Iterator<Item = f64> + 'a {
    x.iter().scan(0.0, move |state, v| {
        *state = *state * rate + v;
        Some(*state)
    })
}

#[differentiable]
fn picked(x: &[f64]) -> f64 {
    let end = decayed(x, x[0]).last().unwrap_or(0.0);
    let third = decayed(x, 0.3).nth(2).unwrap_or_default();
    let none = decayed(x, 0.3).nth(20).unwrap_or(x[1]);
    end * third
        + none * decayed(&x[..0], 0.1).last().unwrap_or_default()
        + decayed(x, 0.5).map(|v| v * v).nth(1).unwrap()
}

#[differentiable]
fn from_behind(x: &[f64]) -> f64 {
    let last = x.iter().map(|v| v * v).next_back().unwrap();
    let large = x.iter().filter(|v| **v > 1.0).next_back();
    let inner = x.windows(2).nth_back(1).map(|w| w[0] * w[1]);
    last * large.map_or(x[0], |v| v.sin())
        + inner.unwrap_or(0.0)
        + x.iter().copied().nth_back(2).unwrap_or_default()
}

struct Halton {
    base: u32,
    i: u32,
}

impl Iterator for Halton {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        self.i += 1;
        let (mut step, mut value, mut i) = (1.0, 0.0, self.i);
        while i > 0 {
            step /= self.base as f64;
            value += step * (i % self.base) as f64;
            i /= self.base;
        }
        (self.i < 20).then_some(value)
    }
}

#[differentiable]
fn integral(a: f64, b: f64) -> f64 {
    let all = Halton { base: 2, i: 0 }
        .map(|u| (a * u).sin() * b)
        .sum::<f64>();
    all / 19.0
}

#[test]
fn gradients() {
    let points: &[&[f64]] = &[&[0.4, 1.3, 0.8], &[1.2, -0.6, 0.9, 1.7]];
    check(picked, picked::gradient, points);
    check(from_behind, from_behind::gradient, points);
    let by_both = |p: &[f64]| {
        let (a, b) = integral::gradient(p[0], p[1]);
        vec![a, b]
    };
    check(|p| integral(p[0], p[1]), by_both, &[&[0.7, 1.4]]);
}
