use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(a: f64, b: f64, kind: u8) -> f64 {
    let blend = {
        let mid = 0.5 * (a + b);
        move |t: f64| mid * t + a * (1.0 - t)
    };
    let warp = |t: f64| match kind {
        0 => t,
        1 => t * t,
        _ => t.sqrt(),
    };
    [0.1, 0.4, 0.9]
        .iter()
        .map(|&t| blend(warp(t)).powi(2))
        .sum()
}

#[test]
fn gradient_is_right() {
    for kind in 0..3 {
        let (a, b) = f::gradient(1.2, -0.3, kind);
        assert_grad(|v| f(v[0], v[1], kind), &[1.2, -0.3], &[a, b]);
    }
}
