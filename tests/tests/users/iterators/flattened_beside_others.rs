//! The elements of rows, paired with those of other rows and of lists.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::Add;

#[derive(Clone, Copy, Differentiable)]
struct Matrix<const R: usize, const C: usize>([[f64; C]; R]);

#[differentiable]
impl<const R: usize, const C: usize> Add for Matrix<R, C> {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().flatten().zip(other.0.iter().flatten()) {
            *a += *b;
        }
        self
    }
}

#[differentiable]
fn scaled(mut rows: Vec<Vec<f64>>, by: &[f64]) -> f64 {
    for (a, b) in rows.iter_mut().flatten().zip(by) {
        *a *= b;
    }
    rows[0][0] * rows[1][1] + rows[0][1]
}

#[differentiable]
fn weighted(rows: &[Vec<f64>], weights: Vec<f64>) -> f64 {
    let copy = weights.clone();
    let (first, last) = copy.split_at(2);
    let all: f64 = rows
        .iter()
        .flatten()
        .zip(weights)
        .map(|(a, w)| a * a * w)
        .sum();
    all + rows
        .iter()
        .flatten()
        .zip(last)
        .map(|(a, w)| a / w)
        .sum::<f64>()
        * first[1]
}

#[differentiable]
fn all(p: &[f64]) -> f64 {
    let mut kernel = [[0.0; 2]; 2];
    kernel
        .iter_mut()
        .flatten()
        .zip(p)
        .for_each(|(k, p)| *k = p * p);
    let rows = vec![p[..2].to_vec(), p[2..].to_vec()];
    let sum = Matrix(kernel) + Matrix([[p[0], 1.0], [2.0, p[3]]]);
    let trace: f64 = sum.0.iter().enumerate().map(|(i, row)| row[i]).sum();
    trace * scaled(rows.clone(), p) + weighted(&rows, p.to_vec())
}

#[test]
fn gradient_is_right() {
    for p in [[1.0, 2.0, 3.0, 4.0], [-0.5, 0.3, 1.5, -2.0]] {
        assert_grad(all, &p, &all::gradient(&p));
    }
}
