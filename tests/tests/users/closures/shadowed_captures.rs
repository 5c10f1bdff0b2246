use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let y = x * x;
    let g = |x: f64| x + y;
    let y = g(1.0);
    let h = |z: f64| {
        let x = z * y;
        x * x
    };
    let x = h(x);
    x + g(y)
}

#[test]
fn gradient_is_right() {
    assert_grad(|v| f(v[0]), &[0.8], &[f::gradient(0.8)]);
}
