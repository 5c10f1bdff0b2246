use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn relu(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn apply_all(f: impl Fn(f64) -> f64, xs: &[f64]) -> Vec<f64> {
    xs.iter().map(|&x| f(x)).collect()
}

#[differentiable]
fn g(xs: &[f64]) -> f64 {
    let a = apply_all(relu, xs);
    let b = apply_all(square, &a);
    let c = apply_all(f64::sin, &b);
    c.iter().sum()
}

#[test]
fn gradient_is_right() {
    let x = [0.5, -0.7, 1.2];
    assert_grad(g, &x, &g::gradient(&x));
}
