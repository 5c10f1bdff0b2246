//! `rchunks` and its like, and whole chunks that are lent to a loop before what they leave over.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn from_the_end(xs: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, c) in xs.rchunks(2).enumerate() {
        s += c.iter().sum::<f64>().powi(2) * (i + 1) as f64;
    }
    s + xs.rchunks(3).map(|c| c[0]).sum::<f64>()
        * xs.rchunks_exact(2).map(|c| c[0] * c[1]).sum::<f64>()
}

#[differentiable]
fn changed(xs: &[f64]) -> f64 {
    let mut v = xs.to_vec();
    for c in v.chunks_exact_mut(2) {
        c.swap(0, 1);
        c[0] *= 2.0;
    }
    for c in v.rchunks_mut(2) {
        c[0] *= c[0];
    }
    v.iter().enumerate().map(|(i, v)| v * v * i as f64).sum()
}

#[differentiable]
fn lanes(xs: &[f64]) -> f64 {
    let mut chunks = xs.chunks_exact(2);
    let mut acc = [0.0; 2];
    for c in &mut chunks {
        for (a, v) in acc.iter_mut().zip(c) {
            *a += v * v;
        }
    }
    let tail: f64 = chunks.remainder().iter().sum();
    acc.iter().product::<f64>() + tail * acc[0]
}

#[test]
fn gradient_is_right() {
    for x in [&[1.0, 2.0, -3.0][..], &[0.5, 0.1, 1.5, 2.0], &[0.7]] {
        assert_grad(from_the_end, x, &from_the_end::gradient(x));
        assert_grad(changed, x, &changed::gradient(x));
        assert_grad(lanes, x, &lanes::gradient(x));
        assert_eq!(changed::gradient(x), changed::gradient(x));
    }
}

#[differentiable]
fn rest_of_what_changes_later(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut chunks = v.chunks_exact(2);
    let pairs: f64 = chunks.by_ref().map(|c| c[0] * c[1]).sum();
    let rest: f64 = chunks.remainder().iter().sum();
    v.push(pairs);
    let taken = std::mem::take(&mut v);
    taken.iter().map(|a| a * rest).sum()
}

pullback_tests::check!(
    changed_later,
    rest_of_what_changes_later(&[0.6, 0.25, 1.1]),
    rest_of_what_changes_later(&[0.6, 0.25])
);
