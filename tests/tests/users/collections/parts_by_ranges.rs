//! Parts of slices by ranges that change, and by copies of ranges in fields.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::ops::Range;

/// The run with the largest sum, and its squares.
#[differentiable]
fn best_run(x: &[f64]) -> f64 {
    let (mut best, mut here, mut start) = (f64::MIN, 0.0, 0);
    let mut run = 0..0;
    for (i, &v) in x.iter().enumerate() {
        if here < 0.0 {
            here = v;
            start = i;
        } else {
            here += v;
        }
        if here > best {
            best = here;
            run = start..i + 1;
        }
    }
    best * x[run].iter().map(|v| v * v).sum::<f64>()
}

#[derive(Clone, Differentiable)]
struct Segment {
    at: Range<usize>,
    gain: f64,
}

#[differentiable]
fn amplified(x: &[f64]) -> f64 {
    let segments = [
        Segment {
            at: 0..2,
            gain: x[0],
        },
        Segment {
            at: 1..3,
            gain: x[1],
        },
    ];
    let mut signal = x.to_vec();
    for segment in &segments {
        for v in &mut signal[segment.at.clone()] {
            *v *= segment.gain;
        }
    }
    segments
        .iter()
        .map(|s| s.gain * signal[s.at.clone()].iter().sum::<f64>())
        .sum()
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    best_run(x) + amplified(x)
}

#[test]
fn gradient_is_right() {
    check(
        all,
        all::gradient,
        &[&[1.0, -2.1, 0.6, 3.0, -1.0, 2.0], &[-1.0, 0.5, 0.7]],
    );
}
