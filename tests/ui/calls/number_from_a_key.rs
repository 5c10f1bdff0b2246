use pullback::differentiable;
use std::cmp::Ordering;
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Key(f64);

impl Eq for Key {}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

fn read(text: &str) -> f64 {
    text.parse().unwrap_or(0.0)
}

#[differentiable]
fn by_function(x: f64) -> f64 {
    let text = format!("{x:.3}");
    read(&text) * x
}

#[differentiable]
fn by_key(x: &[f64]) -> f64 {
    let mut counts: BTreeMap<Key, usize> = BTreeMap::new();
    for &v in x {
        *counts.entry(Key(v)).or_insert(0) += 1;
    }
    counts.keys().map(|key| key.0).sum()
}

fn main() {}
