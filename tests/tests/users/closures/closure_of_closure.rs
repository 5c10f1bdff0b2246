use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(a: f64, b: f64) -> f64 {
    let add = |k: f64| move |x: f64| x + k;
    let scale = |k: f64| move |x: f64| x * k;
    let step = scale(b);
    let shift = add(a);
    shift(step(shift(a * b))) * add(b)(1.0)
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.9, 1.4);
    assert_grad(|v| f(v[0], v[1]), &[0.9, 1.4], &[a, b]);
}
