use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[derive(Differentiable, Clone, Default)]
struct Stats {
    total: f64,
    counts: HashMap<u32, usize>,
    sizes: BTreeMap<u32, u64>,
    doubled: HashMap<usize, usize>,
}

#[differentiable]
impl Stats {
    fn add(&mut self, key: u32, v: f64) {
        *self.counts.entry(key).or_insert(0) += 1;
        *self.sizes.entry(key + 1).or_default() += self.counts[&key] as u64;
        let count = self.counts[&key];
        self.total += v * count as f64;
    }

    fn add_many(&mut self, key: u32, count: usize) {
        *self.counts.entry(key).or_insert(0) += count;
    }

    fn weighted(&self) -> f64 {
        self.total * self.sizes.values().sum::<u64>() as f64
    }
}

#[differentiable]
fn weighted(x: &[f64]) -> f64 {
    let mut stats = Stats::default();
    stats.add_many(1, 3);
    for (i, &v) in x.iter().enumerate() {
        stats.add(i as u32 % 2, v * v);
        *stats.doubled.entry(i % 3).or_insert(2) *= 2;
    }
    stats.weighted() * stats.doubled[&0] as f64
}

#[test]
fn gradient_is_right() {
    let points = [&[1.0, 2.0, -0.5, 3.0, 3.5][..], &[0.3]];
    check(weighted, |x| weighted::gradient(x), &points);
}
