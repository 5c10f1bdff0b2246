use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(a: f64, b: f64) -> f64 {
    let square = |x: f64| x * x;
    let cube = |x: f64| -> f64 {
        let s = square(x);
        s * x
    };
    cube(a) + square(b) * a
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.7, -1.2);
    assert_grad(|v| f(v[0], v[1]), &[0.7, -1.2], &[a, b]);
}
