//! `sum`, `product` and `fold` of what a method gives as an iterator, in its block and outside.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable, Clone)]
struct Matrix {
    data: Vec<f64>,
    cols: usize,
}

#[differentiable]
impl Matrix {
    fn col(&self, j: usize) -> impl Iterator<Item = f64> + '_ {
        self.data.iter().skip(j).step_by(self.cols).copied()
    }
    fn entries(&self, j: usize) -> impl Iterator<Item = &f64> + '_ {
        self.data.iter().skip(j).step_by(self.cols)
    }
    fn col_sum(&self, j: usize) -> f64 {
        self.col(j).sum()
    }
    fn col_product(&self, j: usize) -> f64 {
        self.col(j).product()
    }
    fn folded(&self, j: usize) -> f64 {
        let total: f64 = self.entries(j).sum();
        total * self.col(j).fold(1.0, |a, b| a * 0.5 + b * b)
    }
}

#[differentiable]
fn total(m: &Matrix) -> f64 {
    let sum: f64 = m.col(0).sum();
    let product: f64 = m.col(1).product();
    let entries = m.entries(1).sum::<f64>();
    m.col_sum(0) * m.col_product(1) + sum * product * entries + m.folded(1)
}

#[test]
fn gradient_is_right() {
    let matrix = |x: &[f64]| Matrix {
        data: x.to_vec(),
        cols: 2,
    };
    for x in [
        &[1.0, 2.0, 0.5, 0.7, 0.9, 1.3][..],
        &[1.0, 0.0, 0.5, 0.7],
        &[1.0, 0.0, 0.5, 0.0],
    ] {
        let gradient = total::gradient(&matrix(x)).data;
        assert_grad(|x| total(&matrix(x)), x, &gradient);
        assert_eq!(gradient, total::gradient(&matrix(x)).data);
    }
}
