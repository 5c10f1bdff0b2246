use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    x.asin() * x.acos() + x.atan() + x.sinh() - x.cosh() * x.tanh()
        + x.asinh()
        + (1.0 + x).acosh()
        + x.atanh()
}

#[test]
fn gradient_is_right() {
    for x in [0.3, 0.6, 0.85] {
        assert_grad(|v| f(v[0]), &[x], &[f::gradient(x)]);
    }
}
