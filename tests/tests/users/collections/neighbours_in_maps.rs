//! What stands before and behind a key in a map of floats.

use crate::check;
use pullback::differentiable;
use std::collections::BTreeMap;

/// A curve of rates by months, linear between its knots and flat outside.
#[differentiable]
fn curve(rates: &[f64], months: [u32; 5]) -> f64 {
    let mut knots: BTreeMap<u32, f64> = BTreeMap::new();
    for (i, rate) in rates.iter().enumerate() {
        knots.insert(12 * (i as u32 + 1), rate.exp());
    }
    let mut total = 0.0;
    for month in months {
        let below = knots.range(..=month).next_back();
        let above = knots.range(month..).next();
        total += match (below, above) {
            (Some((a, ra)), Some((b, rb))) if a != b => {
                let w = (month - a) as f64 / (b - a) as f64;
                ra * (1.0 - w) + rb * w
            }
            (Some((_, rate)), _) | (None, Some((_, rate))) => *rate,
            (None, None) => 0.0,
        };
    }
    total
        + knots
            .range(20..)
            .map(|(k, rate)| rate / *k as f64)
            .sum::<f64>()
}

#[differentiable]
fn latest(x: &[f64]) -> f64 {
    let mut states: BTreeMap<usize, f64> = BTreeMap::from([(0, x[0])]);
    for (i, v) in x.iter().enumerate() {
        let (&k, &last) = states.range(..=i).next_back().unwrap();
        states.insert(i + 1, last * v + 0.1 * k as f64);
        if let Some((_, state)) = states.range(..i).next_back() {
            let later = 0.5 * state;
            states.insert(i + 5, later);
        }
    }
    states.values().sum()
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    curve(x, [3, 12, 18, 30, 99]) * latest(x)
}

#[test]
fn gradient_is_right() {
    check(all, all::gradient, &[&[1.1, 0.4, 0.8], &[0.3, -0.2]]);
}
