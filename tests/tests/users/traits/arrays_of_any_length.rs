//! Traits that arrays of any length have, and vectors.

use crate::check;
use pullback::{Differentiable, Real, differentiable};

#[differentiable]
trait Vector {
    fn length(&self) -> f64;
    fn scaled(&self, k: f64) -> Self;
    fn times(&self, other: &Self) -> f64;
    fn grow(&mut self, k: f64);
}

#[differentiable]
impl<const N: usize> Vector for [f64; N] {
    fn length(&self) -> f64 {
        self.iter().map(|v| v * v).sum::<f64>().sqrt()
    }
    fn scaled(&self, k: f64) -> Self {
        self.map(|v| v * k)
    }
    fn times(&self, other: &Self) -> f64 {
        let mut total = 0.0;
        for i in 0..N {
            total += self[i] * other[i];
        }
        total
    }
    fn grow(&mut self, k: f64) {
        for v in self.iter_mut() {
            *v *= k;
        }
    }
}

#[differentiable]
impl Vector for Vec<f64> {
    fn length(&self) -> f64 {
        self.iter().map(|v| v * v).sum::<f64>().sqrt()
    }
    fn scaled(&self, k: f64) -> Self {
        self.iter().map(|v| v * k).collect()
    }
    fn times(&self, other: &Self) -> f64 {
        self.iter().zip(other).map(|(a, b)| a * b).sum()
    }
    fn grow(&mut self, k: f64) {
        for v in self.iter_mut() {
            *v *= k;
        }
    }
}

#[differentiable]
fn both<V: Vector + Differentiable>(v: &V, k: f64) -> f64 {
    v.length() + v.times(&v.scaled(k))
}

#[differentiable]
fn vectors(x: &[f64]) -> f64 {
    let mut a = [x[0], x[1], 2.0];
    a.grow(x[0]);
    let b = a.scaled(x[1]);
    b.length() + a.times(&b) + both(&a, x[1]) + both(&x.to_vec(), 2.0)
}

#[differentiable]
trait Total<T> {
    fn total(&self) -> T;
}

#[differentiable]
impl<T: Real, const R: usize, const C: usize> Total<T> for [[T; C]; R] {
    fn total(&self) -> T {
        let mut total = T::ZERO;
        for row in self {
            for v in row {
                total += *v * *v;
            }
        }
        total
    }
}

#[differentiable]
fn grids(x: &[f64]) -> f64 {
    let grid = [[x[0], x[1]], [x[1], 1.0], [x[0] * x[1], 0.0]];
    grid.total()
}

#[test]
fn arrays_have_rules_of_traits() {
    let points: &[&[f64]] = &[&[0.3, 0.4], &[-1.2, 2.0]];
    check(vectors, vectors::gradient, points);
    check(grids, grids::gradient, points);
}
