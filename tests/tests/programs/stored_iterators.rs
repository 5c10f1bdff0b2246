//! Iterators that are kept in variables, and consumed at once or step by step.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn stored(x: &[f64]) -> f64 {
    let it = x.iter().map(|v| v * v).filter(|v| *v > 0.1);
    let mut s = 0.0;
    for v in it {
        s = s * 0.5 + v;
    }
    s
}
check!(stored_checks, stored(&[0.3, 0.9, 0.5]));

#[differentiable]
fn stored_sum(x: &[f64], y: &[f64]) -> f64 {
    let pairs = x.iter().zip(y.iter());
    let products = pairs.map(|(a, b)| a * b);
    products.sum()
}
check!(
    stored_sum_checks,
    stored_sum(&[0.3, 0.9, 0.5], &[1.0, 2.0, 3.0])
);

#[differentiable]
fn while_next(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut s = 0.0;
    while let Some(v) = it.next() {
        s = s * 0.5 + v * v;
    }
    s
}
check!(while_next_checks, while_next(&[0.3, 0.9, 0.5]));

#[differentiable]
fn peek_next(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let first = it.next().unwrap();
    let mut best = *first;
    for v in it {
        best = best * 0.5 + v * first;
    }
    best
}
check!(peek_next_checks, peek_next(&[0.3, 0.9, 0.2]));

#[differentiable]
fn stepped(params: &[f64], x: f64) -> f64 {
    let mut it = params.iter();
    let mut y = x;
    for _ in 0..2 {
        let w = it.next().unwrap();
        let b = *it.next().expect("a bias");
        y = (w * y + b).tanh();
    }
    if let Some(scale) = it.next() {
        y *= scale;
    }
    y + it.sum::<f64>()
}
check!(
    stepped_checks,
    stepped(&[0.3, 0.9, 0.2, -0.4, 1.3, 0.1, 0.7], 0.5),
    stepped(&[0.3, 0.9, 0.2, -0.4], 0.5)
);

#[differentiable]
fn paired(x: &[f64]) -> f64 {
    let mut it = x.iter().copied();
    let mut s = 0.0;
    while let Some(a) = it.next() {
        let Some(b) = it.next() else {
            s += a;
            break;
        };
        s += a * b;
    }
    s
}
check!(
    paired_checks,
    paired(&[0.3, 0.9, 0.2]),
    paired(&[0.3, 0.9, 0.2, 0.5])
);

#[differentiable]
fn used_by_chain(x: &[f64], y: &[f64]) -> f64 {
    let left = x.iter().filter(|v| **v > 0.0);
    let right = y.iter().skip(1);
    left.chain(right).map(|v| v * v).sum()
}
check!(
    used_by_chain_checks,
    used_by_chain(&[0.3, -0.9, 0.2], &[0.5, 0.6])
);

#[differentiable]
fn counted_first(x: &[f64]) -> f64 {
    let it = x.iter();
    let n = it.clone().count();
    let mean = it.clone().sum::<f64>() / n as f64;
    it.map(|v| (v - mean).powi(2)).sum::<f64>() / n as f64
}
check!(counted_first_checks, counted_first(&[0.3, -0.9, 0.2]));
