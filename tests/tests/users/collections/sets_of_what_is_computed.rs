//! Sets and maps of whole numbers that are collected from floats.

use crate::check;
use pullback::differentiable;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

#[differentiable]
fn bins(x: &[f64], width: f64) -> f64 {
    let bins: BTreeSet<i64> = x.iter().map(|v| (v / width).floor() as i64).collect();
    let mut sums: BTreeMap<i64, (f64, usize)> = bins.iter().map(|&b| (b, (0.0, 0))).collect();
    for v in x {
        let (sum, count) = sums.get_mut(&((v / width).floor() as i64)).unwrap();
        *sum += v;
        *count += 1;
    }
    let spread: f64 = sums
        .into_values()
        .map(|(sum, count)| sum * sum / count as f64)
        .sum();
    spread / (width * bins.len() as f64)
}

#[differentiable]
fn large_ones(x: &[f64]) -> f64 {
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    let above = x
        .iter()
        .enumerate()
        .filter(|(_, v)| **v > mean)
        .map(|(i, _)| i)
        .collect::<HashSet<_>>();
    let ranks: HashMap<usize, i32> = x
        .iter()
        .enumerate()
        .map(|(i, v)| (i, v.round() as i32))
        .collect();
    x.iter()
        .enumerate()
        .filter(|(i, _)| above.contains(i))
        .map(|(i, v)| (v - mean).powi(ranks[&i]))
        .sum()
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    bins(x, 0.5) + large_ones(x)
}

#[test]
fn gradient_is_right() {
    check(all, all::gradient, &[&[1.1, 2.2, 0.3, 1.3], &[0.6, 0.7]]);
}
