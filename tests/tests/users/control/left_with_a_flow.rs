//! Loops that say by a `ControlFlow` what they were left with.

use crate::check;
use pullback::differentiable;
use std::ops::ControlFlow::{self, Break, Continue};

/// The time at which the energy runs out, between two steps, or what is left of it.
#[differentiable]
fn range(loads: &[f64], charge: f64) -> f64 {
    let end = loads
        .iter()
        .enumerate()
        .try_fold(charge, |left, (hour, &load)| {
            let after = left - load * load;
            if after < 0.0 {
                Break(hour as f64 + left / (load * load))
            } else {
                Continue(after)
            }
        });
    match end {
        Break(hours) => hours,
        Continue(left) => 24.0 + left.sqrt(),
    }
}

#[differentiable]
fn step(y: f64, x: f64) -> ControlFlow<f64, f64> {
    if y > 2.0 {
        return ControlFlow::Break(y * x);
    }
    ControlFlow::Continue(y + x * x)
}

#[differentiable]
fn stepped(x: &[f64]) -> f64 {
    let mut y = 0.1;
    for &v in x {
        match step(y, v) {
            ControlFlow::Continue(next) => y = next,
            ControlFlow::Break(last) => return last.sin(),
        }
    }
    y
}

#[differentiable]
fn first_outlier(x: &[f64], limit: f64) -> f64 {
    let mut seen = 0.0;
    let end = x.iter().try_for_each(|&v| {
        if v.abs() > limit {
            return ControlFlow::Break(v.ln() * seen);
        }
        seen += v;
        ControlFlow::Continue(())
    });
    if end.is_continue() {
        return seen;
    }
    seen + end.break_value().unwrap_or(0.0)
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    range(x, 3.0) + stepped(x) + first_outlier(x, 1.7) * range(&x[1..], 1.0)
}

#[test]
fn gradient_is_right() {
    check(
        all,
        all::gradient,
        &[&[0.4, 0.3, 0.6], &[1.2, 1.4, 0.7, 0.5], &[0.9, 2.1, 1.1]],
    );
}
