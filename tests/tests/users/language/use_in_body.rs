use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    use std::cmp::Ordering::{Equal, Greater, Less};
    use std::f64::consts::*;
    let mut s = 0.0;
    for w in x.windows(2) {
        s += match w[0].partial_cmp(&w[1]).unwrap() {
            Less => w[1] - w[0],
            Greater => (w[0] - w[1]) * TAU,
            Equal => 0.0,
        };
    }
    s * SQRT_2
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.7, 0.8];
    assert_grad(f, &x, &f::gradient(&x));
}
