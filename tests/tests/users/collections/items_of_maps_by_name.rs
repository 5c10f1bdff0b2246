use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};
#[derive(Clone, Debug, Default, Differentiable)]
struct Book {
    bids: BTreeMap<i64, f64>,
    asks: BTreeMap<String, f64>,
}
#[differentiable]
impl Book {
    fn mid(&self) -> Option<f64> {
        let (bid, bs) = self.bids.iter().next_back()?;
        let (ask, size) = self.asks.iter().next()?;
        Some(*bid as f64 * bs + ask.len() as f64 * size)
    }
    fn best(&self) -> f64 {
        let Some((k, v)) = self
            .asks
            .iter()
            .max_by(|a, b| a.1.partial_cmp(b.1).unwrap())
        else {
            return 0.5;
        };
        k.len() as f64 * v * v
    }
    fn late(&self) -> f64 {
        let found = self.bids.iter().find(|(k, _)| **k > 1);
        match found {
            Some((k, v)) => *k as f64 * v,
            None => 0.1,
        }
    }
    fn big(&self, t: f64) -> f64 {
        let big: Vec<(&i64, &f64)> = self.bids.iter().filter(|(_, v)| **v > t).collect();
        big.iter().map(|(k, v)| **k as f64 * **v).sum()
    }
}
#[differentiable]
fn last(m: &BTreeMap<u32, f64>) -> f64 {
    let (k, v) = m.iter().last().unwrap();
    let first = m.values().next().copied().unwrap_or(0.0);
    *k as f64 * v * first
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let b = Book {
        bids: BTreeMap::from([(1, x[0]), (2, x[1] * x[0])]),
        asks: BTreeMap::from([("a".to_string(), x[1]), ("bb".to_string(), x[0])]),
    };
    let m = BTreeMap::from([(3, x[0]), (5, x[1])]);
    b.mid().unwrap_or(0.0) * b.best()
        + b.late() * last(&m)
        + b.big(0.5)
        + Book::default().mid().unwrap_or(x[0])
        + Book::default().best()
}

#[test]
fn gradients_are_right() {
    check(f, |x| f::gradient(x), &[&[0.7, 1.1], &[1.5, 0.4]]);
}
