//! Maps of floats that a function makes for itself, and then hands on.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Ccy {
    Eur,
    Usd,
}

#[derive(Differentiable, Clone, Debug)]
struct Ledger {
    sums: HashMap<String, f64>,
    n: f64,
}

#[differentiable]
fn product(m: &HashMap<String, f64>) -> f64 {
    m["a"] * m["b"]
}

#[differentiable]
fn netted(x: &[f64]) -> BTreeMap<usize, f64> {
    let mut sums = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        *sums.entry(i % 2).or_insert(0.0) += v * v;
    }
    sums
}

#[differentiable]
fn beside(x: &[f64]) -> (BTreeMap<usize, f64>, f64) {
    let mut last: BTreeMap<usize, f64> = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        last.insert(i % 2, v * v);
    }
    last.remove(&1);
    (last, x[1])
}

#[differentiable]
fn by_enum(rates: &HashMap<Ccy, f64>) -> f64 {
    rates[&Ccy::Eur] * rates.get(&Ccy::Usd).unwrap_or(&1.0)
}

#[differentiable]
fn lists(m: HashMap<String, Vec<f64>>) -> f64 {
    m["a"].iter().sum::<f64>() * m["b"][0]
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    let mut sums: HashMap<String, f64> = HashMap::new();
    for (name, v) in ["a", "b", "a"].iter().zip(x) {
        *sums.entry(name.to_string()).or_default() += v * v;
    }
    let first = product(&sums);
    *sums.entry("b".to_string()).or_insert(0.0) *= x[2];
    let mut total = first * product(&sums);
    for (name, v) in &sums {
        total += v * x[0] * name.len() as f64;
    }
    let ledger = Ledger { sums, n: x[2] };
    total += ledger.sums["a"] * ledger.n + product(&ledger.sums);

    let (last, y) = beside(x);
    let sums = netted(x);
    total += last[&0] * y * last.len() as f64 + sums[&0] * sums.values().sum::<f64>();

    let mut rates: HashMap<Ccy, f64> = HashMap::new();
    rates.insert(Ccy::Eur, x[0]);
    let before = by_enum(&rates);
    rates.insert(Ccy::Usd, x[1]);
    rates.insert(Ccy::Eur, x[2]);
    total += before * by_enum(&rates);

    let mut grouped: HashMap<String, Vec<f64>> = HashMap::new();
    for (i, v) in x.iter().enumerate() {
        let name = if i == 1 { "b" } else { "a" };
        grouped.entry(name.to_string()).or_default().push(v.sin());
    }
    total + lists(grouped)
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, 0.4], [-0.2, 0.9, 2.0]] {
        assert_grad(all, &x, &all::gradient(&x));
    }
}

#[test]
fn results_have_tangents_of_their_keys() {
    let (sums, pullback) = netted::vjp(&[1.0, 2.0, 3.0]);
    assert_eq!(sums, BTreeMap::from([(0, 10.0), (1, 4.0)]));
    let gradient = pullback.call(BTreeMap::from([(0, 1.0), (1, 10.0)]));
    assert_eq!(gradient, [2.0, 40.0, 6.0]);
}
