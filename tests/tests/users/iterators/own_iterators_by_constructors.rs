//! Iterators of the user's own, by constructors whose names say what they go over.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Pairs<'a> {
    xs: &'a [f64],
    i: usize,
    j: usize,
}

#[differentiable]
impl<'a> Pairs<'a> {
    fn of(xs: &'a [f64]) -> Self {
        Pairs { xs, i: 0, j: 0 }
    }
    fn starting_at(xs: &'a [f64], i: usize) -> Self {
        Pairs { xs, i, j: i }
    }
}

#[differentiable]
impl<'a> Iterator for Pairs<'a> {
    type Item = (f64, f64);
    fn next(&mut self) -> Option<(f64, f64)> {
        self.j += 1;
        if self.j >= self.xs.len() {
            self.i += 1;
            self.j = self.i + 1;
        }
        if self.j >= self.xs.len() {
            return None;
        }
        Some((self.xs[self.i], self.xs[self.j]))
    }
}

#[differentiable]
fn repulsion(xs: &[f64]) -> f64 {
    let mut energy = 0.0;
    for (a, b) in Pairs::of(xs) {
        if a > b {
            continue;
        }
        energy += 1.0 / (a - b).powi(2);
    }
    let rest = Pairs::starting_at(xs, 1)
        .map(|(a, b)| a * b)
        .fold(0.0, |sum, product| sum + product * product);
    energy + rest
}

#[test]
fn gradient_is_right() {
    for x in [[0.5, 1.2, 0.1, 0.35], [0.9, 0.2, -0.4, 1.5]] {
        for _ in 0..2 {
            assert_grad(repulsion, &x, &repulsion::gradient(&x));
        }
    }
}
