//! What is left of the iterator of a list, as the slice that it is, and what two lists in a row are parted into.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn parsed(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let Some(first) = it.next() else { return 0.0 };
    let head: f64 = it.by_ref().take(2).sum();
    let tail = it.as_slice();
    let mut s = first * head * tail.iter().product::<f64>();
    while let Some(v) = it.next() {
        let left = it.as_slice();
        if left.len() > 1 {
            s += v * left[0];
        }
    }
    s
}

#[differentiable]
fn from_both_ends(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let first = it.next().unwrap();
    let last = it.next_back().unwrap();
    let middle = it.as_slice();
    first * last + middle.iter().map(|v| v * v).sum::<f64>() * middle.len() as f64
}

#[differentiable]
fn owned(x: &[f64]) -> f64 {
    let mut it = x.to_vec().into_iter();
    let first = it.next().unwrap();
    let rest = it.as_slice().iter().sum::<f64>();
    first * rest + it.map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn parted(x: &[f64], y: &[f64]) -> f64 {
    let (up, down): (Vec<f64>, Vec<f64>) = x.iter().chain(y).partition(|v| **v > 1.0);
    let mut all: Vec<f64> = Vec::new();
    all.extend(x.iter().chain(&up).filter(|v| **v > 0.0));
    all.extend(y.iter().rev().chain(x.iter()));
    let lent: Vec<&f64> = x.iter().chain(y.iter()).collect();
    let along = all.iter().enumerate().map(|(i, v)| v * v * i as f64);
    up.iter().sum::<f64>() * down.iter().sum::<f64>() + along.sum::<f64>() + lent[0] * lent[3]
}

#[test]
fn gradients_are_right() {
    check(
        parsed,
        |x| parsed::gradient(x),
        &[
            &[1.0, 0.5, 0.3, 0.7, 1.2, 2.0, 0.3],
            &[],
            &[1.0, 2.0],
            &[0.4, 2.0, 0.3, 1.1],
        ],
    );
    let points: [&[f64]; 2] = [&[1.0, 0.5, 0.3, 0.7, 1.2], &[0.5, 2.0]];
    check(from_both_ends, |x| from_both_ends::gradient(x), &points);
    check(owned, |x| owned::gradient(x), &points);
    check(
        |x| parted(&x[..3], &x[3..]),
        |x| {
            let (by_x, by_y) = parted::gradient(&x[..3], &x[3..]);
            [by_x, by_y].concat()
        },
        &[&[1.1, 0.5, 1.3, 0.7, 1.2], &[-1.1, 0.5, 0.3, 0.7]],
    );
}
