use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn safe_div(a: f64, b: f64) -> Option<f64> {
    if b == 0.0 { None } else { Some(a / b) }
}

#[differentiable]
fn f(a: f64, b: f64) -> f64 {
    match safe_div(a, b) {
        Some(q) => q * q,
        None => a,
    }
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(1.2, 0.7);
    assert_grad(|v| f(v[0], v[1]), &[1.2, 0.7], &[a, b]);
    assert_eq!(f::gradient(1.2, 0.0), (1.0, 0.0));
}
