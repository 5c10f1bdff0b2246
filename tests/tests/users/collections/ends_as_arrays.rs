//! Ends of slices and their chunks as arrays, and the halves of a deque.

use crate::check;
use pullback::differentiable;
use std::collections::VecDeque;

/// Boundary conditions of second order at both ends.
#[differentiable]
fn slopes(u: &[f64]) -> Option<f64> {
    let [a, b, c] = u.first_chunk()?;
    let last = u.last_chunk::<2>()?;
    Some((-1.5 * a + 2.0 * b - 0.5 * c) * (last[1] - last[0]))
}

/// A header of two numbers, then frames of three, then what is left over.
#[differentiable]
fn decoded(stream: &[f64]) -> f64 {
    let Some((&[gain, offset], body)) = stream.split_first_chunk() else {
        return stream.iter().product();
    };
    let (frames, rest) = body.as_chunks::<3>();
    let mut total = 0.0;
    for &[x, y, z] in frames {
        total += gain * (x * y + y * z).sin();
    }
    let checksum = match stream.split_last_chunk::<1>() {
        Some((before, [check])) => before.iter().sum::<f64>() * check,
        None => 0.0,
    };
    total + checksum + offset * rest.iter().map(|r| r * r).sum::<f64>()
}

#[differentiable]
fn corners(frame: &[f64; 4]) -> f64 {
    let [a, b, .., d] = frame.each_ref();
    a * b - d.exp()
}

#[differentiable]
fn buffered(x: &[f64]) -> f64 {
    let mut recent = VecDeque::with_capacity(3);
    for &v in x {
        if recent.len() == 3 {
            recent.pop_front();
        }
        recent.push_back(v * v);
    }
    let (old, new) = recent.as_slices();
    old.iter()
        .chain(new)
        .enumerate()
        .map(|(i, v)| v * i as f64)
        .sum()
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    let framed = x.first_chunk::<4>().map_or(0.5, |frame| corners(frame));
    slopes(x).unwrap_or(x[0]) + decoded(x) + buffered(x) + framed
}

#[test]
fn gradient_is_right() {
    check(
        all,
        all::gradient,
        &[
            &[0.4],
            &[0.4, 0.7, 1.2],
            &[0.4, 0.7, 1.2, -0.3, 0.5, 0.9],
            &[0.4, 0.7, 1.2, -0.3, 0.5, 0.9, 1.6],
        ],
    );
}
