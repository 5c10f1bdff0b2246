use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::HashSet;

#[derive(Clone, Debug, Differentiable)]
struct Records {
    best: f64,
    seen: usize,
    all: Vec<f64>,
}

#[differentiable]
impl Records {
    fn observe(&mut self, v: f64) -> bool {
        self.seen += 1;
        let better = v > self.best;
        if better {
            self.best = 0.5 * (v + self.best);
            self.all.push(v * v);
        }
        better
    }

    fn beats(&self, v: f64) -> bool {
        v > self.best
    }

    fn score(&self) -> f64 {
        self.best * self.all.iter().sum::<f64>() / self.seen as f64
    }
}

#[differentiable]
fn observed(x: &[f64]) -> f64 {
    let mut records = Records {
        best: 0.1,
        seen: 0,
        all: vec![],
    };
    let n = x.iter().filter(|v| records.observe(**v)).count();
    let m = x.iter().filter(|v| records.beats(**v)).count();
    records.observe(3.0 * x[1]);
    records.score() * (n + 2 * m) as f64
}

#[differentiable]
fn lent(records: &mut Records, x: &[f64]) -> f64 {
    let n = x.iter().copied().filter(|v| records.observe(*v)).count();
    records.score() + n as f64 * x[0]
}

#[differentiable]
fn added(x: &[f64]) -> f64 {
    let mut total = 0.0;
    let large = x
        .iter()
        .filter(|v| {
            total += **v;
            **v > 0.6
        })
        .count();
    let mut pairs = HashSet::new();
    let n = x
        .iter()
        .enumerate()
        .filter(|(i, _)| pairs.insert(i / 2))
        .count();
    total * total * large as f64 + x[0] * n as f64
}

#[differentiable]
fn looked_at(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.reverse();
    let n = (0..v.len()).filter(|&i| v[i] > 0.6).count();
    let m = v.iter().filter(|x| **x < v[0]).count();
    v[0] * (n + 3 * m) as f64
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [&[0.5, 1.2, 0.7, 0.3, 2.2], &[0.15, 0.61, 0.35, 0.9]];
    check(observed, |x| observed::gradient(x), &points);
    check(added, |x| added::gradient(x), &points);
    check(looked_at, |x| looked_at::gradient(x), &points);
    let records = || Records {
        best: 0.1,
        seen: 1,
        all: vec![0.5],
    };
    check(
        |x| lent(&mut records(), x),
        |x| lent::gradient(&mut records(), x).1,
        &points,
    );
}
