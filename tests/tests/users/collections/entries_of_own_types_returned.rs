use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Side {
    Buy,
    Sell,
}
#[derive(Debug, Default, Clone, Differentiable)]
struct Acc {
    n: usize,
    sum: f64,
    last: Option<f64>,
}
#[differentiable]
impl Acc {
    fn add(&mut self, x: f64) -> &mut Self {
        self.n += 1;
        self.sum += x * x;
        self.last = Some(x);
        self
    }
    fn scale(&mut self, k: f64) {
        self.sum *= k;
    }
    fn mean(&self) -> f64 {
        self.sum / self.n as f64
    }
}
#[differentiable]
fn group(x: &[f64]) -> HashMap<Side, Acc> {
    let mut m: HashMap<Side, Acc> = HashMap::new();
    for &v in x {
        let side = if v > 0.5 { Side::Buy } else { Side::Sell };
        m.entry(side).or_default().add(v).scale(1.1);
        if let Some(a) = m.get_mut(&Side::Buy) {
            a.scale(0.9);
        }
    }
    m.entry(Side::Sell)
        .or_insert_with(|| Acc {
            n: 1,
            sum: x[0],
            last: None,
        })
        .add(x[1]);
    m
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let m = group(x);
    let buy = m.get(&Side::Buy).map(|a| a.mean()).unwrap_or(0.0);
    let sell = m.get(&Side::Sell).map_or(0.0, Acc::mean);
    let ends: f64 = m.values().filter_map(|a| a.last).sum();
    let mut total = 0.0;
    for (side, a) in &m {
        total += a.sum * if *side == Side::Buy { 2.0 } else { 1.0 };
    }
    buy * sell + ends + total
}

#[test]
fn gradients_are_right() {
    let points = [&[0.3, 2.0, 0.7, 1.1][..]];
    check(f, |v| f::gradient(v), &points);
}
