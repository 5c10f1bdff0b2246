use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn sum(x: &[f64]) -> f64 {
    if x.len() <= 2 {
        return x.iter().map(|v| v.sin()).sum();
    }
    let mid = x.len() / 2;
    sum(&x[..mid]) * 0.9 + sum(&x[mid..])
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let inner = &x[1..x.len() - 1];
    let last = x.get(x.len() - 1).copied().unwrap_or(0.0);
    let missing = x.get(100).copied().unwrap_or(2.0);
    sum(inner) * last + missing * sum(x) - inner.first().unwrap() * inner.last().unwrap()
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.0, -0.7, 0.8, 0.5, -1.1];
    assert_grad(f, &x, &f::gradient(&x));
}
