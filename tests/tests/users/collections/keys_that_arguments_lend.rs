//! Maps in fields asked by references to keys that are arguments, of types that derive nothing and cannot be copied.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;
use std::collections::{BTreeMap, HashMap};
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Key {
    Spot,
    Vol(String),
    At { i: usize },
}
#[derive(Clone, Debug, Default, Differentiable)]
struct Market {
    quotes: HashMap<Key, f64>,
    curves: BTreeMap<Key, Vec<f64>>,
}
#[differentiable]
impl Market {
    fn with(mut self, key: &Key, value: f64) -> Self {
        self.quotes.insert(key.clone(), value);
        self.curves
            .entry(key.clone())
            .or_default()
            .push(value * value);
        self
    }
    fn get(&self, key: &Key) -> f64 {
        self.quotes.get(key).copied().unwrap_or(0.0)
    }
    fn at(&self, key: &Key) -> f64 {
        self.quotes[key]
    }
    fn maybe(&self, key: &Key) -> Option<f64> {
        self.quotes.get(key).map(|q| 2.0 * q)
    }
    fn bump(&mut self, key: &Key, by: f64) {
        if let Some(q) = self.quotes.get_mut(key) {
            *q += by;
        }
        *self.quotes.entry(key.clone()).or_insert(1.0) *= by;
    }
    fn sum(&self, keys: &[Key]) -> f64 {
        keys.iter()
            .map(|k| self.get(k) * self.curves.get(k).map_or(1.0, |c| c[0]))
            .sum()
    }
    fn all(&self, key: &Key, n: usize) -> f64 {
        let mut t = 0.0;
        for _ in 0..n {
            t += self.at(key) * self.quotes.get(key).copied().unwrap_or_default();
        }
        t
    }
    fn closure(&self, key: &Key) -> f64 {
        let look = |s: f64| s * self.quotes.get(key).copied().unwrap_or(1.0);
        look(look(2.0))
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let (a, b) = (Key::Spot, Key::Vol("atm".into()));
    let mut m = Market::default()
        .with(&a, x[0])
        .with(&b, x[1])
        .with(&Key::At { i: 3 }, x[2]);
    m.bump(&b, x[0]);
    let fwd = m.at(&a) * m.get(&Key::At { i: 3 }).exp();
    fwd * m.maybe(&b).unwrap_or(0.1)
        + m.sum(&[a.clone(), b.clone()])
        + m.all(&a, 3) * m.closure(&b)
        + m.closure(&Key::At { i: 4 })
}

check!(keys_lent_by_arguments, f(&[1.3, 0.2, 0.03]));
