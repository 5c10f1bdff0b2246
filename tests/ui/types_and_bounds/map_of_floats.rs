use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[differentiable]
fn netted(groups: &[u32], amounts: &[f64]) -> BTreeMap<u32, f64> {
    let mut sums = BTreeMap::new();
    for (group, amount) in groups.iter().zip(amounts) {
        *sums.entry(*group).or_insert(0.0) += amount;
    }
    sums
}

#[derive(Differentiable)]
struct Desk {
    fee: f64,
}

#[differentiable]
impl Desk {
    fn cost(&self, positions: HashMap<String, Vec<f64>>) -> f64 {
        positions.values().flatten().sum::<f64>() * self.fee
    }
}

fn main() {}
