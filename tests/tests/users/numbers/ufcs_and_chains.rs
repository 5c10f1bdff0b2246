use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    f64::sin(x)
        + f64::powf(x, y)
        + f64::atan2(y, x)
        + <f64>::exp(-x)
        + f64::mul_add(x, y, 1.0)
        + x.sin().cos().tan().abs().sqrt()
        + std::primitive::f64::sqrt(x * y)
        + f64::hypot(x, y).ln().max(-3.0)
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.3, 1.4);
    assert_grad(|v| f(v[0], v[1]), &[0.3, 1.4], &[a, b]);
}
