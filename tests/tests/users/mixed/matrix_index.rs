use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Index, IndexMut};

#[derive(Clone, Debug, Differentiable)]
struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Matrix {
    fn zeros(rows: usize, cols: usize) -> Self {
        Matrix {
            rows,
            cols,
            data: vec![0.0; rows * cols],
        }
    }

    fn from_slice(rows: usize, cols: usize, data: &[f64]) -> Self {
        assert_eq!(data.len(), rows * cols, "shape mismatch");
        Matrix {
            rows,
            cols,
            data: data.to_vec(),
        }
    }

    fn matmul(&self, other: &Matrix) -> Matrix {
        assert_eq!(self.cols, other.rows);
        let mut out = Matrix::zeros(self.rows, other.cols);
        for i in 0..self.rows {
            for j in 0..other.cols {
                for k in 0..self.cols {
                    out[(i, j)] += self[(i, k)] * other[(k, j)];
                }
            }
        }
        out
    }

    fn trace(&self) -> f64 {
        (0..self.rows.min(self.cols)).map(|i| self[(i, i)]).sum()
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
impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.cols + j]
    }
}

#[differentiable]
fn trace_of_cube(a: &[f64], n: usize) -> f64 {
    let m = Matrix::from_slice(n, n, a);
    m.matmul(&m).matmul(&m).trace()
}

#[test]
fn gradient_is_right() {
    let a = [0.5, 1.0, -0.3, 0.2, 0.8, 0.1, -0.7, 0.4, 1.1];
    assert_grad(|a| trace_of_cube(a, 3), &a, &trace_of_cube::gradient(&a, 3));
}
