use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    x.atan2(y)
        + x.hypot(y)
        + x.powf(y)
        + x.log(2.0 + y)
        + x.copysign(y) * 0.5
        + x.mul_add(y, x)
        + y.powi(-3)
}

#[test]
fn gradient_is_right() {
    for p in [[0.3, 1.1], [2.5, -0.8]] {
        let (a, b) = f::gradient(p[0], p[1]);
        assert_grad(|v| f(v[0], v[1]), &p, &[a, b]);
    }
}
