use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};
#[derive(Clone, Debug, Differentiable)]
struct Item {
    kind: String,
    size: f64,
}
#[derive(Clone, Debug, Differentiable)]
struct Shop {
    items: Vec<Item>,
    tax: f64,
    rates: HashMap<String, f64>,
}
#[differentiable]
impl Shop {
    fn by_kind(&self) -> BTreeMap<String, Vec<f64>> {
        let mut m: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for i in &self.items {
            m.entry(i.kind.clone()).or_default().push(i.size * self.tax);
        }
        m
    }
    fn totals(&self) -> BTreeMap<String, f64> {
        let groups = self.by_kind();
        let mut out = BTreeMap::new();
        for (k, v) in groups {
            out.insert(k, v.iter().sum::<f64>());
        }
        out
    }
    fn largest(&self) -> Option<f64> {
        let t = self.totals();
        t.values().copied().max_by(|a, b| a.partial_cmp(b).unwrap())
    }
    fn weighted(&self) -> f64 {
        let t = self.totals();
        t.iter()
            .map(|(k, v)| self.rates.get(k).copied().unwrap_or(1.0) * v * k.len() as f64)
            .sum()
    }
    fn groups(&self) -> BTreeMap<String, Vec<Item>> {
        let mut m: BTreeMap<String, Vec<Item>> = BTreeMap::new();
        for i in &self.items {
            m.entry(i.kind.clone()).or_default().push(i.clone());
        }
        m
    }
    fn spread(&self) -> f64 {
        let g = self.groups();
        let mut s = 0.0;
        for (_, items) in &g {
            let mean = items.iter().map(|i| i.size).sum::<f64>() / items.len() as f64;
            s += items.iter().map(|i| (i.size - mean).powi(2)).sum::<f64>();
        }
        s
    }
    fn counts(&self) -> HashMap<String, usize> {
        let mut m = HashMap::new();
        for i in &self.items {
            *m.entry(i.kind.clone()).or_insert(0) += 1;
        }
        m
    }
    fn counted(&self) -> f64 {
        let c = self.counts();
        let mut s = 0.0;
        for (k, n) in &c {
            s += *n as f64 * self.tax * k.len() as f64;
        }
        for n in c.values() {
            s *= *n as f64;
        }
        s
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let items = ["aa", "b", "aa", "c"]
        .iter()
        .zip(x)
        .map(|(k, v)| Item {
            kind: k.to_string(),
            size: v * v,
        })
        .collect();
    let s = Shop {
        items,
        tax: x[0],
        rates: HashMap::from([("b".to_string(), x[1])]),
    };
    s.largest().unwrap_or(0.0) + s.weighted() * s.spread() + s.counted()
}

#[test]
fn gradients_are_right() {
    let points = [&[0.3, 2.0, 0.7, 1.1][..]];
    check(f, |v| f::gradient(v), &points);
}
