use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>() + x.iter().sum::<f64>().sin()
}

#[test]
fn gradient_is_right() {
    let x = [0.3, -1.2, 0.8];
    assert_grad(f, &x, &f::gradient(&x));
}
