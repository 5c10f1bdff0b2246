use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
struct G {
    c: f64,
    r: f64,
    left: usize,
}
#[differentiable]
impl Iterator for G {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let o = self.c;
        self.c *= self.r;
        Some(o)
    }
}
#[differentiable]
impl G {
    fn new(c: f64, r: f64, n: usize) -> Self {
        G { c, r, left: n }
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    G::new(x[0], x[1], 3).last().unwrap() + G::new(x[0], x[1], 4).nth(2).unwrap_or(0.0)
}

#[test]
fn gradients_are_right() {
    check(f, |x| f::gradient(x), &[&[0.7, 1.1], &[1.5, 0.4]]);
}

#[differentiable]
fn literals(x: &[f64]) -> f64 {
    let halves = G {
        c: x[1],
        r: 0.5 * x[0],
        left: 3,
    };
    let none = G {
        c: x[0],
        r: x[1],
        left: 0,
    }
    .last()
    .unwrap_or(2.0);
    let last = G {
        c: x[0] * x[1],
        r: x[1],
        left: 4,
    }
    .last()
    .unwrap_or(1.0);
    halves.last().unwrap_or(x[0]) * last + none
}

#[test]
fn those_of_literals_are_right() {
    check(
        literals,
        |x| literals::gradient(x),
        &[&[0.7, 1.1], &[1.5, 0.4]],
    );
}
