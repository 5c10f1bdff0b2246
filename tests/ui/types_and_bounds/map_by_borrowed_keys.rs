use pullback::differentiable;
use std::collections::{BTreeMap, HashMap};

#[differentiable]
fn look_up(x: f64, table: &HashMap<&str, f64>) -> f64 {
    x * table["a"]
}

#[differentiable]
fn lasting(x: f64, table: &HashMap<&'static str, f64>, #[constant] other: &HashMap<&str, f64>) -> f64 {
    x * table["a"] * other["a"]
}

#[differentiable]
fn netted<'a>(groups: &[&'a str], amounts: &[f64]) -> BTreeMap<&'a str, f64> {
    let mut sums = BTreeMap::new();
    for (group, amount) in groups.iter().zip(amounts) {
        *sums.entry(*group).or_insert(0.0) += amount;
    }
    sums
}

fn main() {}
