//! Both sweeps of two kernels that processors can compute several elements of at a time, each in a
//! function of its own, so that its instructions can be looked at:
//!
//! `cargo rustc --release -p pullback-benches --example sweeps -- --emit asm` writes
//! `target/release/examples/sweeps-….s`, where `tests/tests/vectorised.rs` looks at them.
//!
//! The pullbacks of both kernels keep nothing, and are given the arguments again: the forward sweep that
//! makes one runs over nothing where the reverse sweep is meant.

use pullback::__private::Discard;
use pullback_benches::micro::{add_assign, axpy};
use std::cell::Cell;

/// The forward sweep of `y[i] += x[i]`.
pub fn forward_of_add_assign(y: &mut [f64], x: &[f64]) {
    let ((), _) = add_assign::rrule(Discard, (y, x));
}

/// Its reverse sweep.
pub fn reverse_of_add_assign(
    (y, x): (&mut [f64], &[f64]),
    (dy, dx): (&mut [Cell<f64>], &[Cell<f64>]),
) {
    let ((), pull) = add_assign::rrule(Discard, (&mut [], &[]));
    pull((), (y, x), (Some(dy), Some(dx)));
}

/// The forward sweep of `y[i] += a * x[i]`.
pub fn forward_of_axpy(y: &mut [f64], a: f64, x: &[f64]) {
    let ((), _) = axpy::rrule(Discard, (y, a, x));
}

/// Its reverse sweep.
pub fn reverse_of_axpy(
    (y, a, x): (&mut [f64], f64, &[f64]),
    (dy, dx): (&mut [Cell<f64>], &[Cell<f64>]),
) {
    let ((), pull) = axpy::rrule(Discard, (&mut [], a, &[]));
    pull((), (y, a, x), (Some(dy), None, Some(dx)));
}

/// A sum in order, which has to be added up one by one.
pub fn sum_in_order(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |s, v| s + v)
}
