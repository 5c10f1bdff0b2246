use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn even(x: f64, n: usize) -> f64 {
    if n == 0 {
        x
    } else {
        odd(x * x, n - 1) + 0.1 * x
    }
}

#[differentiable]
fn odd(x: f64, n: usize) -> f64 {
    if n == 0 { -x } else { even(x.cos(), n - 1) * x }
}

#[test]
fn gradient_is_right() {
    for n in 0..5 {
        assert_grad(|x| even(x[0], n), &[0.7], &[even::gradient(0.7, n)]);
        assert_grad(|x| odd(x[0], n), &[0.7], &[odd::gradient(0.7, n)]);
    }
}
