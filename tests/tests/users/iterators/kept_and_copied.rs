//! Iterators with closures, kept in variables: copied, consumed, and asked for one item at a time.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn pairs(xs: &[f64]) -> f64 {
    let mut products = xs.chunks(2).map(|c| c.iter().product::<f64>());
    let mut total = 0.0;
    let mut weight = 1.0;
    while let Some(v) = products.next() {
        total += weight * v;
        weight *= 0.5;
    }
    total
}

#[differentiable]
fn spread(xs: &[f64]) -> f64 {
    let n = xs.len() as f64;
    let squares = xs.iter().map(|x| x * x);
    let mean = squares.clone().sum::<f64>() / n;
    let mut above = 0.0;
    for s in squares.clone().filter(|s| *s > mean) {
        above += s.sqrt();
    }
    let largest = squares.fold(f64::NEG_INFINITY, |m, v| m.max(v));
    mean / largest + above
}

#[differentiable]
fn first_two(xs: &[f64]) -> f64 {
    let scale = xs[0];
    let mut large = xs.iter().map(|x| scale * x).filter(|v| *v > 0.3);
    let first = large.next().unwrap_or(1.0);
    let second = large.next().unwrap_or(scale);
    first * second + large.sum::<f64>()
}

#[differentiable]
fn weighed(xs: &[f64]) -> f64 {
    let half = |v: f64| 0.5 * v;
    let mut steps = xs.windows(2).map(|w| w[1] - w[0]).map(half);
    let Some(mut last) = steps.next() else {
        return xs[0].powi(3);
    };
    let mut curve = last;
    for step in steps.by_ref().take(2) {
        curve += (step - last).powi(2);
        last = step;
    }
    curve + steps.map(|s| s.exp()).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    for x in [&[1.0, 2.0, -3.0][..], &[0.5, 0.1, 1.5, 2.0, -1.0], &[0.7]] {
        assert_grad(pairs, x, &pairs::gradient(x));
        assert_grad(spread, x, &spread::gradient(x));
        assert_grad(first_two, x, &first_two::gradient(x));
        assert_grad(weighed, x, &weighed::gradient(x));
        assert_eq!(spread::gradient(x), spread::gradient(x));
    }
}
