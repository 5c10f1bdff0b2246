use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn product_except_self(x: &mut [f64]) {
    let n = x.len();
    let src = x.to_vec();
    let mut left = 1.0;
    for i in 0..n {
        x[i] = left;
        left *= src[i];
    }
    let mut right = 1.0;
    for i in (0..n).rev() {
        x[i] *= right;
        right *= src[i];
    }
}

#[differentiable]
fn cumulative(x: &mut [f64]) {
    for i in 1..x.len() {
        x[i] = x[i] * x[i - 1] + 0.5 * x[i - 1];
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    product_except_self(&mut v);
    cumulative(&mut v);
    v.iter()
        .enumerate()
        .map(|(i, p)| p * (i as f64).cos())
        .sum()
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.0, -0.7, 1.4];
    assert_grad(f, &x, &f::gradient(&x));
}
