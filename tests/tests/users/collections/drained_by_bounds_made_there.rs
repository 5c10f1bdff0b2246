//! `drain` of ranges whose ends are computed where they stand.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn halves(xs: &[f64]) -> f64 {
    let mut v = xs.to_vec();
    let head: Vec<f64> = v.drain(..v.len() / 2).collect();
    head.iter().sum::<f64>() * v[0]
}

#[differentiable]
fn ends(xs: &[f64]) -> f64 {
    let mut v = xs.to_vec();
    let head: Vec<f64> = v.drain(0..xs.len().min(1)).collect();
    let tail: Vec<f64> = v.drain(v.len() - 1..).collect();
    v.push(tail[0] * head[0]);
    v.iter().map(|x| x * x).sum::<f64>() + head[0]
}

#[differentiable]
fn batches(xs: &[f64], size: usize) -> f64 {
    let mut left = xs.to_vec();
    let mut total = 0.0;
    while !left.is_empty() {
        let batch: Vec<f64> = left.drain(..size.min(left.len())).collect();
        total += batch.iter().product::<f64>();
        for x in left.iter_mut() {
            *x *= 1.5;
        }
    }
    total
}

#[test]
fn gradient_is_right() {
    for x in [&[1.0, 2.0, -3.0][..], &[0.5, 0.1, 1.5, 2.0, -1.0]] {
        assert_grad(halves, x, &halves::gradient(x));
        assert_grad(ends, x, &ends::gradient(x));
        assert_grad(|x| batches(x, 2), x, &batches::gradient(x, 2));
        assert_eq!(batches::gradient(x, 2), batches::gradient(x, 2));
    }
}
