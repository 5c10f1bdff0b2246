//! Closures whose results are iterators.

use crate::assert_grad;
use pullback::differentiable;
#[differentiable]
fn pairs_again(xs: &[f64], ys: &[f64]) -> f64 {
    let pairs = || xs.iter().zip(ys);
    let n = pairs().count() as f64;
    let mean = pairs().map(|(x, y)| x * y).sum::<f64>() / n;
    pairs().map(|(x, y)| (x - mean * y).powi(2)).sum::<f64>()
}
#[differentiable]
fn columns(xs: &[f64], ys: &[f64]) -> f64 {
    let rows: Vec<Vec<f64>> = xs
        .iter()
        .map(|x| ys.iter().map(|y| x * y + x).collect())
        .collect();
    let column = |k: usize| rows.iter().map(move |r| r[k]);
    let mut s = 0.0;
    for k in 0..ys.len() {
        s += column(k).sum::<f64>() * column(k).fold(f64::MIN, f64::max);
        for v in column(k) {
            s += v * v;
        }
        let c: Vec<f64> = column(k).collect();
        s += c[0].sin();
    }
    s
}
#[differentiable]
fn scaled_and_shifted(xs: &[f64], ys: &[f64]) -> f64 {
    let scaled = |k: f64| xs.iter().map(move |x| x * k).filter(|v| *v > 0.0);
    let lag = |d: usize| xs.iter().skip(d).zip(xs.iter()).map(|(a, b)| a * b);
    scaled(ys[0]).sum::<f64>() + scaled(ys[1]).map(|v| v * v).sum::<f64>() + lag(1).sum::<f64>()
        - lag(2).zip(ys).map(|(l, y)| l * y).sum::<f64>()
}

#[test]
fn gradients_are_right() {
    let (x, y) = ([1.0, -0.7, 0.4, 0.9], [0.3, 1.2, -0.5]);
    let all: [(
        fn(&[f64], &[f64]) -> f64,
        fn(&[f64], &[f64]) -> (Vec<f64>, Vec<f64>),
    ); 3] = [
        (pairs_again, |x, y| pairs_again::gradient(x, y)),
        (columns, |x, y| columns::gradient(x, y)),
        (scaled_and_shifted, |x, y| {
            scaled_and_shifted::gradient(x, y)
        }),
    ];
    for (f, gradient) in all {
        let (dx, dy) = gradient(&x, &y);
        assert_grad(|x| f(x, &y), &x, &dx);
        assert_grad(|y| f(&x, y), &y, &dy);
        assert_eq!((dx, dy), gradient(&x, &y));
    }
}
