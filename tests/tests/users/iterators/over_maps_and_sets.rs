//! Maps and sets that say which elements are meant, iterated over like lists.

use crate::assert_grad;
use pullback::differentiable;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

#[differentiable]
fn portfolio(prices: &[f64], #[constant] units: &BTreeMap<usize, f64>) -> f64 {
    let value: f64 = units.iter().map(|(asset, n)| n * prices[*asset]).sum();
    let largest = units
        .iter()
        .filter(|(_, n)| **n > 1.0)
        .map(|(asset, n)| (n * prices[*asset]).powi(2))
        .fold(0.0, |a: f64, b| a.max(b));
    let mut fees = 0.0;
    for (i, (asset, n)) in units.iter().enumerate() {
        fees += 0.01 * (i as f64 + 1.0) * prices[*asset].abs() * n;
    }
    value + largest.sqrt() - fees + units.values().sum::<f64>()
}

#[differentiable]
fn chosen(x: &[f64], picked: &BTreeSet<usize>, names: &HashMap<String, usize>) -> f64 {
    let mut seen: HashSet<usize> = HashSet::new();
    seen.insert(1);
    let of_picked: f64 = picked.iter().map(|&i| x[i] * x[i]).sum();
    let products: Vec<f64> = picked.iter().map(|i| x[*i] * x[0]).collect();
    let lengths: f64 = names
        .iter()
        .map(|(name, i)| x[*i] * name.len() as f64)
        .sum();
    let unseen: f64 = picked
        .iter()
        .filter(|i| !seen.contains(i))
        .map(|i| x[*i].sin())
        .sum();
    of_picked * lengths
        + unseen
        + products.iter().product::<f64>()
        + seen.iter().map(|i| x[*i]).sum::<f64>()
}

/// The shortest tree: which edges it has is in a set that no type is written for.
#[differentiable]
fn spanned(x: &[f64]) -> f64 {
    let mut edges: Vec<(usize, usize, f64)> = Vec::new();
    for i in 0..x.len() {
        for j in i + 1..x.len() {
            edges.push((i, j, (x[i] - x[j]).powi(2)));
        }
    }
    edges.sort_by(|a, b| a.2.partial_cmp(&b.2).unwrap());
    let mut group: Vec<usize> = (0..x.len()).collect();
    let mut used = BTreeSet::new();
    let mut ends = HashSet::with_capacity(x.len());
    let mut length = 0.0;
    for &(i, j, squared) in &edges {
        if group[i] == group[j] {
            continue;
        }
        let (from, to) = (group[j], group[i]);
        group
            .iter_mut()
            .filter(|g| **g == from)
            .for_each(|g| *g = to);
        length += squared;
        if used.insert((i, j)) && ends.insert(i) {
            length *= 1.5;
        }
    }
    for &(i, j) in &used {
        length += x[i] * x[j];
    }
    length.sqrt()
        + used
            .iter()
            .map(|&(i, j)| x[i] * x[j] * (j - i) as f64)
            .sum::<f64>()
}

#[test]
fn gradients_are_right() {
    let units = BTreeMap::from([(0, 2.0), (2, 0.5), (1, 1.5)]);
    for x in [[0.4, 0.7, -0.2], [1.3, -0.6, 0.8], [-2.0, 0.1, 0.3]] {
        let dx = portfolio::gradient(&x, &units);
        assert_grad(|x| portfolio(x, &units), &x, &dx);
        assert_grad(spanned, &x, &spanned::gradient(&x));
        let picked = BTreeSet::from([0, 2]);
        let names = HashMap::from([("one".to_string(), 1), ("third".to_string(), 2)]);
        let dx = chosen::gradient(&x, &picked, &names);
        assert_grad(|x| chosen(x, &picked, &names), &x, &dx);
    }
}
