//! Iterators zipped with lists that are written where they are used.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn weights(v: &[f64]) -> f64 {
    let doubled: Vec<f64> = v.iter().map(|x| x * 2.0).collect();
    let by_value: f64 = doubled
        .iter()
        .zip([0.5, -1.0, 2.0])
        .map(|(a, w)| a * a * w)
        .sum();
    let by_reference: f64 = v
        .iter()
        .zip(&[0.5, -1.0, 2.0])
        .map(|(a, w)| a.sin() * w)
        .sum();
    let borrowed: f64 = v
        .iter()
        .zip([1.0, 0.3, 0.1].iter())
        .map(|(a, w)| a * w)
        .product();
    by_value * by_reference + borrowed
}

#[differentiable]
fn of_values(v: &[f64]) -> f64 {
    let mut s = 0.0;
    for (x, w) in v.iter().zip(vec![v[0], 2.0, v[1] * v[2]]) {
        s += x * w;
    }
    for ((a, b), i) in v.iter().zip([0.1, v[0], 0.3]).zip(0..) {
        s += a * b * i as f64;
    }
    s
}

#[differentiable]
fn nested(v: &[f64]) -> f64 {
    let rows: Vec<f64> = v
        .iter()
        .zip([v[1], v[0], 1.0])
        .zip(&[1.0, 2.0, 3.0])
        .map(|((a, b), c)| a * b * c)
        .collect();
    let inner = |x: f64| {
        v.iter()
            .zip([x * 2.0, 1.0, 0.0])
            .fold(0.0, |s, (a, b)| s + a * b)
    };
    rows.iter().sum::<f64>() + v.iter().map(|x| inner(*x)).sum::<f64>()
}

#[test]
fn gradients_are_right() {
    for x in [[0.3, 0.9, 0.7], [1.2, -0.4, 2.1]] {
        assert_grad(weights, &x, &weights::gradient(&x));
        assert_grad(of_values, &x, &of_values::gradient(&x));
        assert_grad(nested, &x, &nested::gradient(&x));
    }
}
