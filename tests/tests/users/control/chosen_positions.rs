//! Positions of unknown type that a condition chooses between.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum I {
    Jump { a: usize, b: usize },
    Val(f64),
}
#[differentiable]
fn jumps(x: &[f64]) -> f64 {
    let is = [I::Jump { a: 1, b: 2 }, I::Val(x[0]), I::Val(x[1] * 2.0)];
    let (mut pc, mut n) = (0, 0);
    let mut s = 0.0;
    while n < 4 {
        n += 1;
        match &is[pc] {
            I::Jump { a, b } => {
                pc = if s < x[2] { *a } else { *b };
            }
            I::Val(v) => {
                s += v * v;
                pc = if s > x[0] { 0 } else { (pc + 1) % 3 };
            }
        }
    }
    s
}
#[differentiable]
fn jumps2(x: &[f64]) -> f64 {
    let is = vec![I::Jump { a: 1, b: 2 }, I::Val(x[0]), I::Val(x[1] * 2.0)];
    let mut pc = 0;
    let mut s = 0.0;
    for _ in 0..4 {
        match is[pc] {
            I::Jump { a, b } => pc = if s < x[2] { a } else { b },
            I::Val(v) => {
                s += v * v;
                pc = match s > x[0] {
                    true => 0,
                    false => (pc + 1) % 3,
                };
            }
        }
    }
    s
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, 0.4], [0.2, 0.5, 0.3]] {
        assert_grad(jumps, &x, &jumps::gradient(&x));
        assert_grad(jumps, &x, &jumps::gradient(&x));
    }
    for x in [[0.7, 1.3, 0.4], [0.2, 0.5, 0.3]] {
        assert_grad(jumps2, &x, &jumps2::gradient(&x));
        assert_grad(jumps2, &x, &jumps2::gradient(&x));
    }
}
