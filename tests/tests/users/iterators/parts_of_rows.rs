use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Debug, Clone, Differentiable)]
struct Matrix {
    cols: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Matrix {
    fn zeros(rows: usize, cols: usize) -> Self {
        Self {
            cols,
            data: vec![0.0; rows * cols],
        }
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.cols + j]
    }

    /// The lower factor of a positive definite matrix.
    fn cholesky(&self) -> Option<Self> {
        let n = self.cols;
        let mut l = Self::zeros(n, n);
        for i in 0..n {
            for j in 0..=i {
                let known: f64 = l.row(i)[..j]
                    .iter()
                    .zip(&l.row(j)[..j])
                    .map(|(a, b)| a * b)
                    .sum();
                let rest = self.at(i, j) - known;
                l.data[i * n + j] = if i == j {
                    if rest <= 0.0 {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / l.at(j, j)
                };
            }
        }
        Some(l)
    }
}

#[differentiable]
fn log_det(x: &[f64]) -> f64 {
    let mut m = Matrix::zeros(3, 3);
    for i in 0..3 {
        for j in 0..3 {
            m.data[3 * i + j] = if i == j {
                3.0 + x[i]
            } else {
                0.5 * x[i] * x[j]
            };
        }
    }
    let Some(l) = m.cholesky() else {
        return f64::NAN;
    };
    (0..3).map(|i| l.at(i, i).ln()).sum::<f64>() + l.at(2, 0)
}

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}

#[differentiable]
fn upper(x: &[f64]) -> f64 {
    let m = Matrix {
        cols: 2,
        data: x.to_vec(),
    };
    let mut total = 0.0;
    for (i, v) in m.row(0)[..2].iter().enumerate() {
        'row: for w in &m.row(1)[i..] {
            if *w > 100.0 {
                break 'row;
            }
            total += v * w;
        }
        let part = &m.row(1)[i..2];
        total *= part[0] + part.iter().sum::<f64>() + norm(&m.row(i)[i..]);
        total += m.row(i)[i..2].iter().product::<f64>() + (&m.row(0)[..1]).iter().sum::<f64>();
    }
    total
}

#[test]
fn gradients() {
    let x = [0.3, -0.4, 0.7];
    assert_grad(log_det, &x, &log_det::gradient(&x));
    let x = [0.3, 0.4, 0.7, 0.9];
    assert_grad(upper, &x, &upper::gradient(&x));
}
