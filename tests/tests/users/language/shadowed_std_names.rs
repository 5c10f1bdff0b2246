use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(vec: f64, len: f64) -> f64 {
    let f64 = vec * len;
    let some = |x: f64| x + 1.0;
    let iter = some(f64);
    let sum = iter.sin();
    let value = sum * len;
    let gradient = value + vec;
    let pullback = gradient * 2.0;
    let tape = pullback.exp();
    let out = tape - sum;
    out
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.4, 1.2);
    assert_grad(|v| f(v[0], v[1]), &[0.4, 1.2], &[a, b]);
}
