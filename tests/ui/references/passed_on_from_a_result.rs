use pullback::differentiable;
use std::collections::BTreeMap;

#[differentiable]
fn raise(y: &mut f64, x: f64) {
    *y += x * x;
}

#[differentiable]
fn entry(x: f64) -> f64 {
    let mut table = BTreeMap::new();
    let first = table.entry(1).or_insert(0.5);
    raise(first, x);
    table[&1]
}

fn main() {}
