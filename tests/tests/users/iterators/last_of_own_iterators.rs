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
