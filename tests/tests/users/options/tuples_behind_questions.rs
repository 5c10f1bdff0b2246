//! Tuples with lists in what functions may give, taken apart behind a question mark or in an arm.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Debug)]
enum Singular {
    Pivot(usize),
}

#[derive(Clone, Debug, Differentiable)]
struct Matrix {
    n: usize,
    data: Vec<f64>,
}

#[differentiable]
fn lu(m: &Matrix) -> Result<(Matrix, Vec<usize>, f64), Singular> {
    let n = m.n;
    let mut a = m.clone();
    let mut order: Vec<usize> = (0..n).collect();
    let mut sign = 1.0;
    for k in 0..n {
        let (p, largest) = (k..n)
            .map(|i| (i, a.data[i * n + k].abs()))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap();
        if largest < 1e-14 {
            return Err(Singular::Pivot(k));
        }
        if p != k {
            for j in 0..n {
                a.data.swap(k * n + j, p * n + j);
            }
            order.swap(k, p);
            sign = -sign;
        }
        for i in k + 1..n {
            a.data[i * n + k] /= a.data[k * n + k];
            let factor = a.data[i * n + k];
            for j in k + 1..n {
                a.data[i * n + j] -= factor * a.data[k * n + j];
            }
        }
    }
    Ok((a, order, sign))
}

#[differentiable]
fn determinant(m: &Matrix) -> Result<f64, Singular> {
    let (a, _, sign) = lu(m)?;
    Ok((0..a.n).map(|i| a.data[i * a.n + i]).product::<f64>() * sign)
}

#[differentiable]
fn solve(m: &Matrix, b: &[f64]) -> Result<Vec<f64>, Singular> {
    let (a, order, _) = lu(m)?;
    let n = a.n;
    let mut x: Vec<f64> = order.iter().map(|&p| b[p]).collect();
    for i in 0..n {
        for j in 0..i {
            x[i] -= a.data[i * n + j] * x[j];
        }
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            x[i] -= a.data[i * n + j] * x[j];
        }
        x[i] /= a.data[i * n + i];
    }
    Ok(x)
}

#[differentiable]
fn in_arms(m: &Matrix) -> f64 {
    match lu(m) {
        Ok(parts) => {
            let (a, order, sign) = parts;
            a.data.iter().map(|v| v * v).sum::<f64>() * sign + a.data[order[0]]
        }
        Err(Singular::Pivot(k)) => k as f64,
    }
}

#[differentiable]
fn f(m: &Matrix, b: &[f64]) -> f64 {
    let size = determinant(m).map(|d| d.abs().ln()).unwrap_or(0.0);
    match solve(m, b) {
        Ok(x) => x.iter().map(|v| v * v).sum::<f64>() + size + in_arms(m),
        Err(singular) => panic!("{singular:?}"),
    }
}

#[test]
fn gradients_are_right() {
    let matrix = |x: &[f64]| Matrix {
        n: 3,
        data: x[..9].to_vec(),
    };
    check(
        |x| f(&matrix(x), &x[9..]),
        |x| {
            let (by_matrix, by_b) = f::gradient(&matrix(x), &x[9..]);
            [by_matrix.data, by_b].concat()
        },
        &[
            &[0.1, 2.0, 3.0, 4.0, 5.0, 6.5, 7.0, 8.0, -1.0, 1.0, 2.0, 3.0],
            &[3.0, 0.5, 0.2, 0.4, 2.0, 0.1, 0.7, 0.3, 1.5, -1.0, 0.6, 0.8],
        ],
    );
}
