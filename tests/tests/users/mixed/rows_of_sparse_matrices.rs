//! A sparse matrix whose rows are iterators.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Csr {
    n: usize,
    offsets: Vec<usize>,
    columns: Vec<usize>,
    values: Vec<f64>,
}
#[differentiable]
impl Csr {
    fn from_triplets(n: usize, entries: &[(usize, usize, f64)]) -> Self {
        let mut rows: Vec<Vec<(usize, f64)>> = vec![Vec::new(); n];
        for &(i, j, v) in entries {
            rows[i].push((j, v));
        }
        let (mut offsets, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
        for row in &rows {
            for &(j, v) in row {
                columns.push(j);
                values.push(v);
            }
            offsets.push(columns.len());
        }
        Csr {
            n,
            offsets,
            columns,
            values,
        }
    }
    fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let r = self.offsets[i]..self.offsets[i + 1];
        self.columns[r.clone()]
            .iter()
            .copied()
            .zip(self.values[r].iter().copied())
    }
    fn mul_vec(&self, x: &[f64]) -> Vec<f64> {
        (0..self.n)
            .map(|i| self.row(i).map(|(j, v)| v * x[j]).sum())
            .collect()
    }
    fn diagonal(&self) -> Vec<f64> {
        (0..self.n)
            .map(|i| self.row(i).find(|&(j, _)| j == i).map_or(0.0, |(_, v)| v))
            .collect()
    }
}
#[differentiable]
fn jacobi(x: &[f64]) -> f64 {
    let a = Csr::from_triplets(
        3,
        &[
            (0, 0, 4.0 + x[0] * x[0]),
            (0, 1, x[1]),
            (1, 1, 3.0),
            (1, 2, x[2]),
            (2, 0, 1.0),
            (2, 2, 5.0),
        ],
    );
    let d = a.diagonal();
    let mut u = vec![1.0; 3];
    for _ in 0..5 {
        let au = a.mul_vec(&u);
        u = u
            .iter()
            .zip(&au)
            .zip(&d)
            .map(|((u, au), d)| u + (x[0] - au) / d)
            .collect();
    }
    u.iter().sum()
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, 0.4]] {
        assert_grad(jacobi, &x, &jacobi::gradient(&x));
        assert_grad(jacobi, &x, &jacobi::gradient(&x));
    }
}
