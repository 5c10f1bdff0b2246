//! Ranges that are given: with and without their last, by value and by reference, gone over, cut by and asked for their ends.

use pullback::differentiable;
use pullback_tests::check;
use std::ops::{Range, RangeInclusive};

#[differentiable]
fn autocorrelations(x: &[f64], lags: RangeInclusive<usize>) -> f64 {
    lags.map(|lag| x[lag..].iter().zip(x).map(|(a, b)| a * b).sum::<f64>())
        .map(f64::sin)
        .sum()
}

#[differentiable]
fn energy(x: &[f64], part: &Range<usize>) -> f64 {
    let mut sum = 0.0;
    for i in part.clone() {
        sum += x[i] * x[i];
    }
    sum + x[part.clone()].iter().product::<f64>() + x[part.start] * part.len() as f64
}

#[differentiable]
fn between(x: &[f64], part: &RangeInclusive<usize>) -> f64 {
    let mut sum = 0.0;
    for i in part.clone() {
        sum += x[i] * x[i];
    }
    if part.contains(&1) {
        sum *= x[*part.end()];
    }
    sum + x[part.clone()].iter().product::<f64>() + x[*part.start()]
}

#[differentiable]
fn spread(x: &[f64], part: RangeInclusive<usize>) -> f64 {
    let (first, last) = (*part.start(), *part.end());
    let mean = x[first..=last].iter().sum::<f64>() / (last - first + 1) as f64;
    x[part].iter().map(|v| (v - mean).powi(2)).sum()
}

#[differentiable]
fn all(x: &[f64], last: usize) -> f64 {
    autocorrelations(x, 1..=last)
        + energy(x, &(1..last))
        + between(x, &(0..=last)) * between(x, &(2..=last))
        + spread(x, 1..=last)
}

check!(
    ranges_may_be_given,
    all(&[0.1, 0.5, -0.2, 0.9], fixed(2)),
    all(&[1.3, -0.4, 0.7, 0.2], fixed(3)),
);
