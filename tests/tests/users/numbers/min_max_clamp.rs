use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    x.max(y) * x.min(0.5)
        + (x * y).clamp(-0.4, 0.9)
        + x.abs() * y.signum()
        + f64::max(x, 1.0).min(y + 2.0)
}

#[test]
fn gradient_is_right() {
    for p in [
        [0.3, 1.1],
        [1.4, 0.4],
        [-1.5, 0.2],
        [-0.3, -2.5],
        [2.0, 1.3],
    ] {
        let (a, b) = f::gradient(p[0], p[1]);
        assert_grad(|v| f(v[0], v[1]), &p, &[a, b]);
    }
}
