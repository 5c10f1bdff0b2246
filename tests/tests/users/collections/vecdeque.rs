use crate::assert_grad;
use pullback::differentiable;

use std::collections::VecDeque;

#[differentiable]
fn moving_average(xs: &[f64], window: usize) -> f64 {
    let mut q: VecDeque<f64> = VecDeque::with_capacity(window);
    let mut sum = 0.0;
    let mut out = 0.0;
    for &x in xs {
        if q.len() == window {
            sum -= q.pop_front().unwrap();
        }
        q.push_back(x);
        sum += x;
        let avg = sum / q.len() as f64;
        out += (x - avg).powi(2);
    }
    out + q[0] * q.back().unwrap()
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.0, -0.7, 0.8, 0.1];
    assert_grad(
        |x| moving_average(x, 3),
        &x,
        &moving_average::gradient(&x, 3),
    );
}
