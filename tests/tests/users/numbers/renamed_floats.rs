use crate::assert_grad;
use pullback::differentiable;
type Real = f64;
mod types {
    pub type Float = f32;
}
#[differentiable]
fn f(x: Real, y: f64, z: types::Float) -> f64 {
    let m = Real::max(x, y) * <f64>::exp(-x) + Real::powi(y, 3) + f64::from(z);
    let v = [x, y, x * y];
    let hi = v.iter().copied().fold(Real::NEG_INFINITY, Real::max);
    let lo = v
        .iter()
        .copied()
        .map(Real::sin)
        .fold(Real::INFINITY, Real::min);
    m * hi
        + Real::mul_add(lo, x, y)
        + Real::clamp(x, -1.0, 0.4)
        + Real::from(types::Float::sqrt(z))
        + <f64>::from(z) * f64::from(types::Float::atan2(z, 2.0))
}
#[test]
fn gradient_is_right() {
    for p in [[0.3, 0.7], [0.9, 0.2]] {
        let (a, b, c) = f::gradient(p[0], p[1], 0.5);
        assert_grad(|v| f(v[0], v[1], 0.5), &p, &[a, b]);
        let h = 1e-2f32;
        let fd = (f(p[0], p[1], 0.5 + h) - f(p[0], p[1], 0.5 - h)) / (2.0 * h as f64);
        assert!((c as f64 - fd).abs() < 1e-3 * fd.abs());
    }
}
