use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    fn square(v: f64) -> f64 {
        v * v
    }

    fn blend(a: f64, b: f64) -> f64 {
        const W: f64 = 0.3;
        W * square(a) + (1.0 - W) * square(b)
    }

    blend(x, y).sqrt() + square(x)
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.4, 1.2);
    assert_grad(|v| f(v[0], v[1]), &[0.4, 1.2], &[a, b]);
}
