use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn checked_sqrt(x: f64) -> Option<f64> {
    (x >= 0.0).then(|| x.sqrt())
}

#[differentiable]
fn larger_root(a: f64, b: f64, c: f64) -> Option<f64> {
    let d = checked_sqrt(b * b - 4.0 * a * c)?;
    Some((-b + d) / (2.0 * a))
}

#[differentiable]
fn f(a: f64, b: f64, c: f64) -> f64 {
    larger_root(a, b, c).unwrap_or(-b / (2.0 * a))
}

#[test]
fn gradient_is_right() {
    for c in [0.3, 4.0] {
        let (da, db, dc) = f::gradient(0.8, -2.0, c);
        assert_grad(|v| f(v[0], v[1], v[2]), &[0.8, -2.0, c], &[da, db, dc]);
    }
}
