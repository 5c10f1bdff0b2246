//! Texts that numbers are written to, of which only the length or how many there are is asked; and settings that are
//! asked beside numbers of theirs.

use crate::check;
use pullback::differentiable;
use std::collections::BTreeMap;

#[differentiable]
fn logged(x: &[f64]) -> f64 {
    let mut log = Vec::new();
    let mut y = x[0];
    for (i, v) in x.iter().enumerate() {
        log.push(format!("{i}: {y:.3}"));
        y = y * v + 0.1;
    }
    let marked = log.iter().filter(|line| line.starts_with("1")).count();
    if log.len() > 2 {
        y * log.len() as f64
    } else {
        y + marked as f64 * x[0]
    }
}

#[test]
fn log_lines() {
    check(
        logged,
        |x| logged::gradient(x),
        &[&[0.5, 1.5, 2.0], &[0.7, 0.3]],
    );
}

#[differentiable]
fn binned(x: &[f64]) -> f64 {
    let mut bins = BTreeMap::new();
    for &v in x {
        *bins.entry((v * 3.0).floor() as i64).or_insert(0.0) += v * v;
    }
    bins.iter().map(|(k, v)| v / (*k as f64 + 1.0)).sum()
}

#[test]
fn bins() {
    check(
        binned,
        |x| binned::gradient(x),
        &[&[0.4, 1.1, 0.5], &[0.2, 2.5, 0.1]],
    );
}

struct Limits {
    low: f64,
    high: f64,
}

impl Limits {
    fn contain(&self, x: f64) -> bool {
        self.low < x && x < self.high
    }
}

#[differentiable]
fn limited(x: &[f64], #[constant] limits: &Limits) -> f64 {
    let mut total = 0.0;
    for &v in x {
        if limits.contain(v) {
            total += v * v;
        } else {
            total += limits.high * v;
        }
    }
    total
}

#[test]
fn limits() {
    let limits = Limits {
        low: 0.0,
        high: 1.0,
    };
    check(
        |x| limited(x, &limits),
        |x| limited::gradient(x, &limits),
        &[&[0.5, 1.5], &[-0.5, 0.3, 2.0]],
    );
}

#[differentiable]
fn split(x: &[f64]) -> f64 {
    let text = x
        .iter()
        .map(|v| v.to_string())
        .collect::<Vec<_>>()
        .join(",");
    let mut log = String::new();
    for v in x {
        log.push_str(&format!("{v};"));
    }
    let n = text.split(',').count() + log.matches(';').count();
    x.iter().map(|v| v * v).sum::<f64>() * n as f64
}

#[test]
fn parts() {
    check(
        split,
        |x| split::gradient(x),
        &[&[0.5, 1.5], &[-0.5, 0.3, 2.0]],
    );
}
