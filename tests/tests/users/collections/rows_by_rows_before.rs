//! A table whose rows are made of those before: the vector is asked before it is given anything.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn romberg(f: &dyn Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for i in 0..n {
        let steps = 1 << i;
        let h = (b - a) / steps as f64;
        let inner = (1..steps).map(|k| f(a + k as f64 * h)).sum::<f64>();
        let mut row = vec![h * (inner + 0.5 * (f(a) + f(b)))];
        for j in 1..=i {
            let before = &rows[i - 1];
            row.push(row[j - 1] + (row[j - 1] - before[j - 1]) / (4f64.powi(j as i32) - 1.0));
        }
        rows.push(row);
    }
    *rows.last().unwrap().last().unwrap()
}

#[differentiable]
fn all(p: &[f64]) -> f64 {
    romberg(&|x| (p[0] * x).exp() * p[1], 0.0, 1.0, 4) + romberg(&f64::sin, p[2], 1.0, 3)
}

#[test]
fn gradient_is_right() {
    let p = [0.3, 0.7, 0.1];
    assert_grad(all, &p, &all::gradient(&p));
}
