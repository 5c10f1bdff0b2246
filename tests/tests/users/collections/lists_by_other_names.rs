//! Lists behind names of types, which the syntax does not show to be lists: the least squares of a small fit.

use crate::assert_grad;
use pullback::differentiable;

type Mat = Vec<Vec<f64>>;

#[differentiable]
fn solve(mut a: Mat, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let (m, n) = (a.len(), a.first()?.len());
    for k in 0..n {
        let norm = (k..m).map(|i| a[i][k] * a[i][k]).sum::<f64>().sqrt();
        if norm < 1e-12 {
            return None;
        }
        let alpha = if a[k][k] > 0.0 { -norm } else { norm };
        let mut v: Vec<f64> = (k..m).map(|i| a[i][k]).collect();
        v[0] -= alpha;
        let vv: f64 = v.iter().map(|x| x * x).sum();
        for j in k..n {
            let dot: f64 = v.iter().zip(k..m).map(|(v, i)| v * a[i][j]).sum();
            let scale = 2.0 * dot / vv;
            for (vi, row) in v.iter().zip(&mut a[k..]) {
                row[j] -= scale * vi;
            }
        }
        let dot: f64 = v.iter().zip(&b[k..]).map(|(v, b)| v * b).sum();
        b[k..]
            .iter_mut()
            .zip(&v)
            .for_each(|(b, v)| *b -= 2.0 * dot / vv * v);
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| a[i][j] * x[j]).sum();
        x[i] = (b[i] - known) / a[i][i];
    }
    Some(x)
}

#[differentiable]
fn loss(p: &[f64]) -> f64 {
    let ts = [0.0, 0.5, 1.0, 1.5];
    let a: Mat = ts
        .iter()
        .map(|&t| (0..2).map(|k| (t + p[0]).powi(k)).collect())
        .collect();
    match solve(a, p[1..].to_vec()) {
        Some(c) => c.iter().rev().fold(0.0, |acc, c| acc * 1.7 + c * c),
        None => 0.0,
    }
}

#[test]
fn gradient_is_right() {
    for p in [[0.1, 1.0, 0.4, 0.2, 0.5], [1.0, -1.0, 0.0, 2.0, 0.5]] {
        assert_grad(loss, &p, &loss::gradient(&p));
    }
}
