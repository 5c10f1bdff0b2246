use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    let mut a = x;
    a += y;
    a *= a;
    a -= x * a;
    a /= 1.0 + y * y;
    a %= 5.0;
    let mut n = 7;
    n <<= 1;
    n ^= 3;
    n %= 5;
    a * n as f64
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.3, 1.4);
    assert_grad(|v| f(v[0], v[1]), &[0.3, 1.4], &[a, b]);
}
