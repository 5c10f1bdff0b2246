//! Traits whose methods are called like ones that differentiable types could have of their own.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Grid {
    fn shape(&self) -> (usize, usize);
    fn again(&self, x: f64) -> f64;
    fn copied(&self) -> f64;
    fn zeros(n: usize) -> Self;
}

#[derive(Clone, Differentiable)]
struct Table {
    rows: usize,
    cols: usize,
    cells: Vec<f64>,
}

#[differentiable]
impl Grid for Table {
    fn shape(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }
    fn again(&self, x: f64) -> f64 {
        x * self.cells[0]
    }
    fn copied(&self) -> f64 {
        self.cells[1]
    }
    fn zeros(n: usize) -> Self {
        Table {
            rows: 1,
            cols: n,
            cells: vec![0.0; n],
        }
    }
}

#[differentiable]
fn padded<G: Grid + Differentiable>(grid: &G, x: f64) -> f64 {
    let none = G::zeros(2);
    let (rows, _) = none.shape();
    grid.again(x) * rows as f64 + none.copied()
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let table = Table {
        rows: 1,
        cols: 2,
        cells: vec![x[0] * x[1], x[1]],
    };
    let (rows, cols) = table.shape();
    let mut sum = 0.0;
    for i in 0..rows * cols {
        sum += table.cells[i] * x[0];
    }
    sum + table.again(x[1]) + table.copied() + padded(&table, x[0])
}

#[test]
fn gradient_is_right() {
    for at in [[0.7, 1.3], [-0.4, 0.2]] {
        assert_grad(f, &at, &f::gradient(&at));
    }
}
