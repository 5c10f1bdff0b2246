//! Variables that begin as copies of constants and are given what is none.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn scaled(p: &[f64], #[constant] y: &[f64]) -> f64 {
    let mut v = y.to_vec();
    for i in 0..v.len() {
        v[i] *= p[i % p.len()];
    }
    v[0] + v[1] * v[2]
}

#[differentiable]
fn of_a_written_type(p: &[f64], #[constant] y: &[f64]) -> f64 {
    let mut v: Vec<f64> = y[1..].to_owned();
    for (a, b) in v.iter_mut().zip(p) {
        *a *= b;
    }
    v.iter().sum()
}

#[differentiable]
fn solved(p: &[f64], #[constant] y: &[f64]) -> f64 {
    let mut x = y.to_vec();
    for i in 0..x.len() {
        for j in 0..i {
            let before = x[j];
            x[i] -= p[0] * before;
        }
        x[i] /= p[1] + i as f64;
    }
    x.iter().map(|v| v * v).sum()
}

#[differentiable]
fn grown(p: &[f64], #[constant] y: &[f64]) -> f64 {
    let mut v = y.to_vec();
    v.push(p[0] * p[1]);
    let mut w = y.to_vec();
    w[0] = p[0].sin();
    v[y.len()] * w[0]
}

#[differentiable]
fn all(p: &[f64], #[constant] y: &[f64]) -> f64 {
    scaled(p, y) + of_a_written_type(p, y) * solved(p, y) + grown(p, y)
}

#[test]
fn gradients_are_right() {
    let y = [0.1, 0.8, 0.3];
    check(
        |p| all(p, &y),
        |p| all::gradient(p, &y),
        &[&[0.5, 1.5], &[-0.7, 2.0]],
    );
}
