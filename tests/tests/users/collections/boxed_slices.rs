use crate::check;
use pullback::{Differentiable, differentiable};

/// A matrix that never grows.
#[derive(Clone, Differentiable)]
struct Matrix {
    cols: usize,
    data: Box<[f64]>,
}

#[differentiable]
impl Matrix {
    fn from_rows(rows: &[Vec<f64>]) -> Self {
        let cols = rows.first().map_or(0, Vec::len);
        Matrix {
            cols,
            data: rows.iter().flatten().copied().collect(),
        }
    }

    fn filled(n: usize, value: f64) -> Self {
        Matrix {
            cols: n,
            data: vec![value; n * n].into_boxed_slice(),
        }
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }

    fn times(&self, v: &[f64]) -> Box<[f64]> {
        (0..self.data.len() / self.cols)
            .map(|i| self.row(i).iter().zip(v).map(|(a, b)| a * b).sum())
            .collect()
    }
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    let m = Matrix::from_rows(&x.chunks(2).map(|row| row.to_vec()).collect::<Vec<_>>());
    let squares: Box<[f64]> = x.iter().map(|v| v * v).collect();
    let kept: Box<[f64]> = x[..2].to_vec().into();
    let v = m.times(&kept);
    let back = Vec::from(v);
    let once = Matrix::filled(2, x[1]).times(&squares);
    back.iter().chain(once.iter()).map(|a| a * a).sum::<f64>() * squares[1]
}

#[test]
fn gradient_is_right() {
    check(
        total,
        |x| total::gradient(x),
        &[&[0.5, 1.2, -0.7, 2.0], &[0.3, -0.4, 0.8, 0.1]],
    );
}
