use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let r = x.iter().copied().reduce(|a, b| a * 0.9 + b * b).unwrap();
    let biggest = x.iter().copied().reduce(f64::max).unwrap_or(0.0);
    let last = *x.last().unwrap();
    let last_neg = x
        .iter()
        .filter(|v| **v < 0.0)
        .last()
        .copied()
        .unwrap_or(1.0);
    let first = x.first().copied().unwrap_or_default();
    r * last + biggest * last_neg * first
}

#[test]
fn gradient_is_right() {
    let x = [0.7, -0.3, 1.5, -2.0, 0.2];
    assert_grad(f, &x, &f::gradient(&x));
    let y = [0.7, 0.3];
    assert_grad(f, &y, &f::gradient(&y));
}
