//! References to numbers that only their uses show to be numbers.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn start(x: f64) -> f64 {
    0.3 * x
}

#[differentiable]
fn grown(x: f64) -> f64 {
    std::iter::successors(Some(start(x)), |y| {
        if *y < 5.0 { Some(y * x + 1.0) } else { None }
    })
    .sum()
}

#[differentiable]
fn from_constant(#[constant] first: Option<f64>, x: f64) -> f64 {
    let Some(first) = first else { return x };
    let mut next = first;
    let mut sum = 0.0;
    for _ in 0..3 {
        let item = next;
        let seen = &item;
        next = seen * x + 1.0;
        sum += item * seen;
    }
    sum
}

#[test]
fn gradients_are_right() {
    check(
        |x| grown(x[0]),
        |x| vec![grown::gradient(x[0])],
        &[&[1.3], &[2.0]],
    );
    for first in [None, Some(0.4)] {
        check(
            |x| from_constant(first, x[0]),
            |x| vec![from_constant::gradient(first, x[0])],
            &[&[1.3]],
        );
    }
}
