//! References to floats that a condition chooses, `?` on options of references, and defaults by reference.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn first_and_last(v: &[f64]) -> Option<f64> {
    let x = *v.first()?;
    let y = v.last()?;
    Some(x * y)
}

#[differentiable]
fn within_expressions(v: &[f64], i: usize) -> Option<f64> {
    let x = v.get(i)?.abs() + 2.0;
    Some(x * v.get(i + 1)? * v.last()?.sin() - -*v.first()?)
}

#[differentiable]
fn larger(v: &[f64], i: usize) -> f64 {
    let chosen = if v[0] > v[1] { &v[0] } else { &v[i] };
    let clipped = chosen.max(0.1) * *chosen;
    let by_reference = |z: &f64| z * z;
    clipped + square(chosen) + by_reference(chosen) + chosen.powi(2)
}

#[differentiable]
fn square(x: &f64) -> f64 {
    x * x
}

#[differentiable]
fn of_locals(v: &[f64]) -> f64 {
    let (a, b) = (v[0] * 2.0, v[1]);
    let m = match v.len() {
        0 => &0.0,
        _ if a > b => &a,
        _ => &b,
    };
    m.exp() * *m
}

#[differentiable]
fn defaults(v: &[f64]) -> f64 {
    let next = |i: usize| v.get(i + 1).unwrap_or(&2.0);
    let steps: f64 = v.iter().enumerate().map(|(i, x)| x * next(i)).sum();
    let found = v.iter().find(|x| **x > 0.8).unwrap_or(&1.0);
    steps * found
}

#[differentiable]
fn defaults_in_variables(v: &[f64], i: usize) -> f64 {
    let scale = v[0] * 2.0;
    let (found, other) = (v.get(i), &v[1]);
    found.unwrap_or(&scale) * found.unwrap_or(other) + found.unwrap_or(&v[2]).sin()
}

#[differentiable]
fn unwrapped(v: &[f64], i: usize) -> f64 {
    first_and_last(v).unwrap_or(0.0) + within_expressions(v, i).unwrap_or(v[0])
}

#[test]
fn gradients_are_right() {
    for x in [[0.3, 0.9, 0.7], [-1.2, -2.0, 0.4], [1.1, 0.2, -0.6]] {
        for i in [1, 7] {
            let gradient = defaults_in_variables::gradient(&x, i);
            assert_grad(|x| defaults_in_variables(x, i), &x, &gradient);
        }
        assert_grad(|x| unwrapped(x, 1), &x, &unwrapped::gradient(&x, 1));
        assert_grad(|x| unwrapped(x, 2), &x, &unwrapped::gradient(&x, 2));
        assert_grad(|x| larger(x, 2), &x, &larger::gradient(&x, 2));
        assert_grad(of_locals, &x, &of_locals::gradient(&x));
        assert_grad(defaults, &x, &defaults::gradient(&x));
    }
}
