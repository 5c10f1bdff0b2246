use crate::assert_grad;
use pullback::{Real, differentiable};

#[differentiable]
fn norm<T: Real>(x: T, y: T) -> T {
    (x * x + y * y).sqrt()
}

#[test]
fn gradient_is_right() {
    let (a, b) = norm::gradient::<f64>(0.4, 1.2);
    assert_grad(|v| norm(v[0], v[1]), &[0.4, 1.2], &[a, b]);
    let (a, b) = norm::gradient::<f32>(3.0, 4.0);
    assert!((a - 0.6).abs() < 1e-3 && (b - 0.8).abs() < 1e-3);
}
