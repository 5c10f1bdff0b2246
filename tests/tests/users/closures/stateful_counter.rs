use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, n: usize) -> f64 {
    let mut state = x;
    let mut calls = 0u32;
    let mut next = || {
        calls += 1;
        state = (state * 1.3).sin() + 0.1;
        state * calls as f64
    };
    let mut total = 0.0;
    for _ in 0..n {
        total += next();
    }
    let last = next();
    total * last + state
}

#[test]
fn gradient_is_right() {
    assert_grad(|x| f(x[0], 3), &[0.8], &[f::gradient(0.8, 3)]);
}
