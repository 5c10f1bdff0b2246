use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let (s, c): (Vec<f64>, Vec<f64>) = x.iter().map(|v| v.sin_cos()).unzip();
    let mut acc = 0.0;
    s.iter().zip(&c).for_each(|(a, b)| acc += a * b * b);
    x.iter().rev().skip(1).for_each(|v| acc *= 1.0 + 0.1 * v);
    acc
}

#[test]
fn gradient_is_right() {
    let x = [0.7, -0.3, 1.5, 0.4];
    assert_grad(f, &x, &f::gradient(&x));
}
