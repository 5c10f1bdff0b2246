use crate::assert_grad;
use pullback::{differentiable, stop_gradient};
use std::cell::Cell;

fn is_inside(limits: &(f64, f64), x: f64) -> bool {
    (limits.0..limits.1).contains(&x)
}

#[differentiable]
fn counted(x: f64) -> f64 {
    let calls = Cell::new(0usize);
    let square = |v: f64| {
        calls.set(calls.get() + 1);
        v * v
    };
    let y = square(x) + square(x + 1.0);
    y * calls.get() as f64
}

#[differentiable]
fn limited(x: f64, #[constant] limits: &(f64, f64)) -> f64 {
    if is_inside(limits, x) {
        limits.1 * x
    } else {
        x * x
    }
}

#[differentiable]
fn kept_as_a_number(x: f64) -> f64 {
    let last = Cell::new(1.0);
    last.set(stop_gradient(x * x));
    x * last.get()
}

#[test]
fn gradients_are_right() {
    for x in [0.5, 3.0] {
        assert_grad(|v| counted(v[0]), &[x], &[counted::gradient(x)]);
        let limits = (0.0, 1.0);
        let gradient = || limited::gradient(x, &limits);
        assert_grad(|v| limited(v[0], &limits), &[x], &[gradient()]);
        assert_eq!(gradient(), gradient());
        assert_eq!(kept_as_a_number::gradient(x), x * x);
    }
}
