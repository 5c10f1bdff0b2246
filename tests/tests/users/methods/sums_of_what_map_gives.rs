//! A type of the user's that has `map`, `rev` and `sum` of its own, beside iterators in variables.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Index, Mul, Sub};

#[derive(Clone, Debug, Differentiable)]
struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Matrix {
    fn from_fn(rows: usize, cols: usize, f: impl Fn(usize, usize) -> f64) -> Self {
        let mut data = Vec::with_capacity(rows * cols);
        for i in 0..rows {
            for j in 0..cols {
                data.push(f(i, j));
            }
        }
        Self { rows, cols, data }
    }

    fn map(&self, f: impl Fn(f64) -> f64) -> Self {
        Self {
            data: self.data.iter().map(|&v| f(v)).collect(),
            ..*self
        }
    }

    fn zip_with(&self, o: &Self, f: impl Fn(f64, f64) -> f64) -> Self {
        let data = self.data.iter().zip(&o.data);
        Self {
            data: data.map(|(&a, &b)| f(a, b)).collect(),
            rows: self.rows,
            cols: self.cols,
        }
    }

    fn rev(&self) -> Self {
        Self {
            data: self.data.iter().rev().copied().collect(),
            ..*self
        }
    }

    fn sum(&self) -> f64 {
        self.data.iter().sum()
    }

    fn product(&self) -> f64 {
        self.data.iter().product()
    }

    fn transpose(&self) -> Self {
        Self::from_fn(self.cols, self.rows, |i, j| self[(j, i)])
    }

    fn softmax_of_rows(&self) -> Self {
        let mut out = self.clone();
        for row in out.data.chunks_exact_mut(self.cols) {
            let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            row.iter_mut().for_each(|v| *v = (*v - most).exp());
            let total: f64 = row.iter().sum();
            for v in row {
                *v /= total;
            }
        }
        out
    }
}

#[differentiable]
impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.cols + j]
    }
}

#[differentiable]
impl Mul for &Matrix {
    type Output = Matrix;
    fn mul(self, o: &Matrix) -> Matrix {
        Matrix::from_fn(self.rows, o.cols, |i, j| {
            (0..self.cols).map(|k| self[(i, k)] * o[(k, j)]).sum()
        })
    }
}

#[differentiable]
impl Sub for &Matrix {
    type Output = Matrix;
    fn sub(self, o: &Matrix) -> Matrix {
        self.zip_with(o, |a, b| a - b)
    }
}

#[differentiable]
fn squares(x: &[f64]) -> impl Iterator<Item = f64> + '_ {
    x.iter().map(|v| v * v)
}

#[differentiable]
fn grown(pair: [f64; 2], f: impl Fn(f64) -> f64) -> f64 {
    let [a, b] = pair.map(&f);
    a * b + Some(a).map(&f).unwrap_or(0.0)
}

#[differentiable]
fn attention(x: &[f64]) -> f64 {
    let q = Matrix {
        rows: 2,
        cols: 2,
        data: x[..4].to_vec(),
    };
    let k = Matrix::from_fn(2, 2, |i, j| x[4 + 2 * i + j]);
    let scale = (q.cols as f64).sqrt().recip();
    let weights = (&q * &k.transpose()).map(|v| v * scale).softmax_of_rows();
    let out = &weights * &k;
    let off = &out - &q;
    let entropy = weights.map(|p| -p * p.ln()).sum();
    entropy
        + off.map(|d| d * d).sum()
        + off.map(|d| 1.0 + d).rev().product()
        + (&weights - &q).map(|v| v.powi(3)).sum()
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let items = squares(x);
    let of_items: f64 = items.map(|v| v * x[0]).sum();
    let borrowed = x.iter();
    let of_borrowed: f64 = borrowed.map(|v| v.sin()).sum();
    let by = x[2];
    attention(x) + of_items + of_borrowed + grown([x[0], x[1]], |v| v * by)
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 0.9, 1.3, -0.2, 0.5, 0.1, 0.7, -0.8];
    assert_grad(f, &x, &f::gradient(&x));
    assert_grad(f, &x, &f::gradient(&x));
}
