//! Sums by the texts that they belong to, read in the order of their keys: the keys are references.

use crate::check;
use pullback::differentiable;
use std::collections::{BTreeMap, HashMap};

#[differentiable]
fn means(x: &[f64], labels: &[&str]) -> f64 {
    let mut sums: HashMap<&str, (f64, usize)> = HashMap::new();
    for (v, label) in x.iter().zip(labels) {
        let entry = sums.entry(label).or_insert((0.0, 0));
        entry.0 += v * v;
        entry.1 += 1;
    }
    let mut keys: Vec<_> = sums.keys().copied().collect();
    keys.sort();
    let mean = |key: &str| sums[key].0 / sums[key].1 as f64;
    keys.iter().map(|k| mean(k) * k.len() as f64).sum()
}

#[differentiable]
fn weighted(x: &[f64], labels: &[&str]) -> f64 {
    let mut sums: HashMap<&str, f64> = HashMap::new();
    for (v, label) in x.iter().zip(labels) {
        *sums.entry(label).or_insert(0.0) += v.sin();
    }
    let mut keys: Vec<_> = sums.keys().collect();
    keys.sort_by_key(|k| std::cmp::Reverse(k.len()));
    let mut total = 0.0;
    for key in keys {
        if key.starts_with('b') {
            total -= sums[key];
        } else {
            total = 0.5 * total + sums[key] * sums[key] * key.len() as f64;
        }
    }
    total
}

#[differentiable]
fn owned(x: &[f64], labels: &[String]) -> f64 {
    let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
    for (v, label) in x.iter().zip(labels) {
        *sums.entry(label.as_str()).or_default() += v * v;
    }
    let mut keys: Vec<_> = sums.keys().collect();
    keys.reverse();
    let squares = keys.iter().map(|k| sums[*k] * sums[*k] * k.len() as f64);
    squares.sum::<f64>().sqrt()
}

#[test]
fn gradients_are_right() {
    let labels = ["a", "bb", "a", "ccc"];
    let points: &[&[f64]] = &[&[1.0, 2.0, 3.0, 4.0], &[-0.5, 0.3, 2.0, 1.0]];
    check(
        |x| means(x, &labels),
        |x| means::gradient(x, &labels),
        points,
    );
    check(
        |x| weighted(x, &labels),
        |x| weighted::gradient(x, &labels),
        points,
    );
    let labels = labels.map(String::from);
    check(
        |x| owned(x, &labels),
        |x| owned::gradient(x, &labels),
        points,
    );
}
