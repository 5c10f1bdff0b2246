use crate::assert_grad;
use pullback::differentiable;
use std::collections::{BTreeMap, HashMap};

#[differentiable]
fn moved(x: &[f64]) -> f64 {
    let mut sums: HashMap<u32, f64> = HashMap::new();
    for (i, v) in x.iter().enumerate() {
        *sums.entry(i as u32 % 2).or_insert(0.0) += v * v;
    }
    let totals = sums;
    assert!(totals.len() == 2);
    totals[&0] * totals[&1]
}

#[differentiable]
fn moved_and_changed(x: &[f64]) -> f64 {
    let mut first: BTreeMap<usize, f64> = BTreeMap::new();
    first.insert(0, x[0]);
    let mut second = first;
    second.insert(1, x[1] * x[2]);
    let third: BTreeMap<usize, f64> = second;
    let mut total = 0.0;
    for (k, v) in &third {
        total += v * v * (*k as f64 + 1.0);
    }
    total + third.values().map(|third| third * x[0]).sum::<f64>()
}

#[test]
fn gradients_are_right() {
    for x in [[1.3, 0.7, 2.1], [-0.4, 0.9, 0.2]] {
        for _ in 0..2 {
            assert_grad(moved, &x, &moved::gradient(&x));
            assert_grad(moved_and_changed, &x, &moved_and_changed::gradient(&x));
        }
    }
}
