use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    let rotate = |(x, y): (f64, f64), angle: f64| {
        let (s, c) = angle.sin_cos();
        (c * x - s * y, s * x + c * y)
    };
    let mut p = (x, y);
    for i in 1..4 {
        p = rotate(p, 0.3 * i as f64 * x);
    }
    let (u, v) = p;
    u * u - 3.0 * u * v
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.7, 1.1);
    assert_grad(|v| f(v[0], v[1]), &[0.7, 1.1], &[a, b]);
}
