//! Buffers that change places by one assignment: three in a ring, and four that are told apart by their lengths.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn wave(x: &[f64]) -> f64 {
    let n = x.len();
    let mut prev: Vec<f64> = x.to_vec();
    let mut curr = prev.clone();
    let mut next = vec![0.0; n];
    for step in 0..5 {
        next[0] = if step < 2 {
            (x[1] * step as f64).sin()
        } else {
            curr[n - 2]
        };
        for (i, w) in curr.windows(3).enumerate() {
            next[i + 1] = 2.0 * w[1] - prev[i + 1] + 0.1 * x[0] * (w[0] - 2.0 * w[1] + w[2]);
        }
        (prev, curr, next) = (curr, next, prev);
    }
    curr.iter().map(|u| u * u).sum()
}

#[differentiable]
fn ring(x: &[f64]) -> f64 {
    let (mut a, mut b, mut c, mut d) = (vec![x[0]; 2], vec![x[1]; 2], vec![x[2], x[0]], x.to_vec());
    for i in 0..4 {
        a[0] = b[1] * c[0] + d[i % 2];
        b[1] += a[1].sin();
        (a, b, c, d) = (d, a, b, c);
        if i == 2 {
            (a, c) = (c, a);
        }
        if a.len() < 3 {
            (b, a, c) = (a, c, b);
            a[1] *= 1.1;
        }
    }
    a[0] + b[1] * 2.0 - c[0] * d[1]
}

#[test]
fn gradients() {
    let points: &[&[f64]] = &[&[0.4, 1.3, 0.8, 0.3], &[1.2, -0.6, 0.9, 1.7, 0.2]];
    check(wave, wave::gradient, points);
    check(ring, ring::gradient, points);
}
