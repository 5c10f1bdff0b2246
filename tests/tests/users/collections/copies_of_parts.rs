use crate::assert_grad;
use pullback::differentiable;
use std::cell::Cell;

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    CALLS.with(|calls| calls.set(calls.get() + 1));
}

#[differentiable]
fn squares(x: &[f64]) -> Vec<f64> {
    count();
    x.iter().map(|v| v * v).collect()
}

#[differentiable]
fn within(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.copy_within(1..3, 0);
    v.copy_within(..2, 2);
    v[0] * v[1] + v[2] * v[3] * v[4]
}

/// Places that overlap, in what the caller owns.
#[differentiable]
fn shifted(x: &mut [f64]) {
    for k in 0..2 {
        x.copy_within(k..k + 2, k + 1);
        x[0] *= 1.5;
    }
}

#[differentiable]
fn of_array(x: &[f64]) -> f64 {
    let mut y = [x[0], x[1], x[2], x[3], x[4]];
    shifted(&mut y);
    y.iter().product()
}

#[differentiable]
fn concatenated(x: &[f64]) -> f64 {
    let v = [&squares(x)[..], &x[1..], &squares(&x[2..])].concat();
    v.iter()
        .enumerate()
        .map(|(i, v)| v * (i as f64).sin())
        .sum()
}

#[differentiable]
fn extended(x: &[f64]) -> f64 {
    let mut v = Vec::new();
    for k in 1..3 {
        v.extend_from_slice(&squares(&x[k..])[1..]);
        v.extend_from_slice(&[x[0] * x[1], x[2]]);
        v.extend_from_slice(&x[..k]);
        v.append(&mut squares(&x[..2]));
    }
    v.iter()
        .enumerate()
        .map(|(i, v)| v * v * (i as f64).sin())
        .sum()
}

#[test]
fn copies_of_parts() {
    let x = [0.3, 0.8, 1.2, 0.4, 0.9];
    for _ in 0..2 {
        assert_grad(within, &x, &within::gradient(&x));
        assert_grad(of_array, &x, &of_array::gradient(&x));
        assert_grad(concatenated, &x, &concatenated::gradient(&x));
        assert_grad(extended, &x, &extended::gradient(&x));
    }
}

/// What is copied from is made once.
#[test]
fn calls_are_made_once() {
    let x = [0.3, 0.8, 1.2, 0.4, 0.9];
    let calls = |f: fn(&[f64]) -> Vec<f64>| {
        CALLS.with(|calls| calls.set(0));
        f(&x);
        CALLS.with(Cell::get)
    };
    assert_eq!(calls(|x| concatenated::gradient(x)), 2);
    assert_eq!(calls(|x| extended::gradient(x)), 4);
}
