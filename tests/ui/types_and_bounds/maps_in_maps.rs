use pullback::differentiable;
use std::collections::{BTreeMap, HashMap};

#[differentiable]
fn counted(rows: &[(usize, usize)], values: &[f64]) -> f64 {
    let mut table: HashMap<usize, HashMap<usize, f64>> = HashMap::new();
    for (&(a, b), v) in rows.iter().zip(values) {
        *table.entry(a).or_default().entry(b).or_insert(0.0) += v * v;
    }
    table.values().flat_map(|inner| inner.values()).sum()
}

#[differentiable]
fn listed(rows: &[(usize, u32)], values: &[f64]) -> f64 {
    let mut table: Vec<BTreeMap<u32, f64>> = vec![BTreeMap::new(); 3];
    for (&(a, b), v) in rows.iter().zip(values) {
        *table[a].entry(b).or_insert(0.0) += v;
    }
    table.iter().map(|m| m.values().sum::<f64>().powi(2)).sum()
}

fn main() {}
