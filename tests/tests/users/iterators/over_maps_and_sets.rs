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

#[test]
fn gradients_are_right() {
    let units = BTreeMap::from([(0, 2.0), (2, 0.5), (1, 1.5)]);
    for x in [[0.4, 0.7, -0.2], [1.3, -0.6, 0.8], [-2.0, 0.1, 0.3]] {
        let dx = portfolio::gradient(&x, &units);
        assert_grad(|x| portfolio(x, &units), &x, &dx);
        let picked = BTreeSet::from([0, 2]);
        let names = HashMap::from([("one".to_string(), 1), ("third".to_string(), 2)]);
        let dx = chosen::gradient(&x, &picked, &names);
        assert_grad(|x| chosen(x, &picked, &names), &x, &dx);
    }
}
