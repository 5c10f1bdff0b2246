use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let h = x.iter().copied().fold(0.0, |acc, v| acc * 0.5 + v);
    let m = x.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let lse = m + x.iter().map(|v| (v - m).exp()).sum::<f64>().ln();
    let (s, p) = x.iter().fold((0.0, 1.0), |(s, p), v| (s + v, p * v));
    h * lse + s / p
}

#[test]
fn gradient_is_right() {
    let x = [0.7, -0.3, 1.5];
    assert_grad(f, &x, &f::gradient(&x));
}
