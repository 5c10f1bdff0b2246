use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let head: f64 = x.iter().take(3).product();
    let tail: f64 = x.iter().skip(3).sum();
    let even: f64 = x.iter().step_by(2).map(|v| v.cos()).sum();
    let mut alt = 0.0;
    for (i, v) in x.iter().rev().enumerate() {
        if i % 2 == 0 { alt += v * v } else { alt -= v }
    }
    head * tail + even * alt
}

#[test]
fn gradient_is_right() {
    let x = [0.7, -0.3, 1.5, -2.0, 0.2, 0.9];
    assert_grad(f, &x, &f::gradient(&x));
}
