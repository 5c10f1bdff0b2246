//! Functions that calls give side by side, by closures that make others, and in the place of one that is not there.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn adder(k: f64) -> Box<dyn Fn(f64) -> f64> {
    Box::new(move |x| x + k)
}

#[differentiable]
fn scaler(k: f64) -> impl Fn(f64) -> f64 {
    move |x| x * k
}

#[differentiable]
fn curry(a: f64) -> impl Fn(f64) -> Box<dyn Fn(f64) -> f64> {
    move |b| {
        let c = a * b;
        Box::new(move |x| c * x + a)
    }
}

#[differentiable]
fn square(p: f64, t: f64) -> f64 {
    (p - t).powi(2)
}

#[differentiable]
fn distance(p: f64, t: f64) -> f64 {
    (p - t).abs()
}

#[differentiable]
fn by_name(name: &str) -> Option<fn(f64, f64) -> f64> {
    match name {
        "distance" => Some(distance),
        _ => None,
    }
}

#[differentiable]
fn in_lists(x: &[f64]) -> f64 {
    let fs = [adder(1.0), adder(x[0])];
    let gs = vec![adder(2.0), adder(x[0] * x[1])];
    let mut total = fs[0](x[1]) * fs[1](x[1]);
    for g in &gs {
        total += g(x[0]) * g(x[1]);
    }
    let (h, n, k) = (scaler(2.0), x.len(), scaler(x[0]));
    total + h(k(x[1])) * n as f64
}

#[differentiable]
fn of_closures(x: &[f64]) -> f64 {
    let of_first = curry(x[0]);
    of_first(x[1])(x[0] * x[1]) + curry(2.0)(x[0])(x[1])
}

#[differentiable]
fn named(name: &str, x: &[f64]) -> f64 {
    let loss = by_name(name).unwrap_or(square);
    loss(x[0], 2.0 * x[1])
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3], [-0.4, 0.2]] {
        for _ in 0..2 {
            assert_grad(in_lists, &x, &in_lists::gradient(&x));
            assert_grad(of_closures, &x, &of_closures::gradient(&x));
            for name in ["distance", "other"] {
                assert_grad(|x| named(name, x), &x, &named::gradient(name, &x));
            }
        }
    }
}
