use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    x * x.floor() + x.ceil() * x.fract() + x.round() - x.trunc() * x
        + x.rem_euclid(0.7)
        + x % 0.4
        + x.div_euclid(0.3)
}

#[test]
fn gradient_is_right() {
    for x in [0.31, 1.17, -2.56] {
        assert_grad(|v| f(v[0]), &[x], &[f::gradient(x)]);
    }
}
