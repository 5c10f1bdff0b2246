use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Default, Differentiable)]
struct Buckets {
    n: usize,
    items: Vec<(usize, f64)>,
}
#[differentiable]
impl Buckets {
    fn largest(&self) -> f64 {
        let mut counts = vec![0; self.n + 1];
        for &(i, _) in &self.items {
            counts[i] += 1;
        }
        let most = (0..counts.len()).max_by_key(|&i| counts[i]).unwrap();
        self.items
            .iter()
            .filter(|(i, _)| *i == most)
            .map(|(_, v)| v * v)
            .sum()
    }
    fn seen(&self) -> f64 {
        let mut seen = vec![false; self.n];
        let mut order: Vec<usize> = vec![0usize; self.items.len()];
        let mut total = 0.0;
        for (k, &(i, v)) in self.items.iter().enumerate() {
            if !seen[i] {
                seen[i] = true;
                total += v;
            } else {
                total *= v;
            }
            order[k] = i;
        }
        total * self.items[order[0]].1
    }
    fn padded(&self) -> f64 {
        let mut sums = vec![0.0; self.n + 1];
        for &(i, v) in &self.items {
            sums[i] += v;
        }
        sums.iter().map(|s| s * s).sum()
    }
}
#[differentiable]
fn f(b: &Buckets) -> f64 {
    let n = b.n;
    let mut hits = vec![0u32; n];
    for &(i, _) in &b.items {
        hits[i] += 1;
    }
    b.largest() * b.seen() + b.padded() * hits[0] as f64
}
#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| Buckets {
        n: 3,
        items: v.iter().enumerate().map(|(i, &x)| (i * i % 3, x)).collect(),
    };
    check(
        |v| f(&mk(v)),
        |v| f::gradient(&mk(v)).items.iter().map(|t| t.1).collect(),
        &[&[0.3, 0.8, 1.1, 0.4]],
    );
}
