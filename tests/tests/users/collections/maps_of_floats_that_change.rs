//! Maps of floats that are put into structs, handed to functions, and changed behind references.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[derive(Differentiable, Clone, Debug)]
struct Ledger {
    rates: HashMap<String, f64>,
    sums: BTreeMap<usize, f64>,
    n: f64,
}

#[differentiable]
impl Ledger {
    fn new(rates: HashMap<String, f64>, n: f64) -> Self {
        Ledger {
            rates,
            sums: BTreeMap::new(),
            n,
        }
    }
    fn set(&mut self, name: &str, x: f64) {
        self.rates.insert(name.to_string(), x * self.n);
    }
    fn replaced(&mut self, name: &str, x: f64) -> f64 {
        match self.rates.insert(name.to_string(), x) {
            Some(old) => old * self.n,
            None => self.n,
        }
    }
    fn add(&mut self, at: usize, x: f64) {
        *self.sums.entry(at).or_insert(0.0) += x * self.n;
        self.n *= 1.0 + self.sums[&at];
    }
    fn total(&self) -> f64 {
        let sums = self.sums.values().map(|v| v * v).sum::<f64>();
        let mut total = sums * self.rates.values().sum::<f64>() * self.n;
        for (name, rate) in &self.rates {
            total += rate * name.len() as f64;
        }
        total
    }
}

#[differentiable]
fn product(m: &HashMap<String, f64>) -> f64 {
    m["a"] * m["b"]
}

#[differentiable]
fn changed(x: &[f64]) -> f64 {
    let mut rates = HashMap::new();
    rates.insert("a".to_string(), x[0]);
    rates.insert("b".to_string(), x[1] * x[0]);
    let first = product(&rates);
    let mut ledger = Ledger::new(rates, x[2]);
    ledger.set("c", x[3]);
    ledger.set("a", x[1]);
    let second = ledger.total();
    for (i, v) in x.iter().enumerate() {
        ledger.add(i % 2, v.sin());
    }
    let old = ledger.replaced("a", x[3]) + ledger.replaced("d", x[0]);
    ledger.rates.insert("b".to_string(), x[2]);
    first * second + old * ledger.total() + product(&ledger.rates)
}

#[differentiable]
fn collected(x: &[f64]) -> f64 {
    let names = ["a", "b"];
    let rates: HashMap<String, f64> = names
        .iter()
        .zip(x)
        .map(|(n, x)| (n.to_string(), x * x))
        .collect();
    let ledger = Ledger {
        rates,
        sums: BTreeMap::new(),
        n: x[2],
    };
    ledger.rates["a"] * ledger.n + product(&ledger.rates)
}

#[test]
fn gradients_are_right() {
    for x in [[1.1, 0.7, 1.3, 0.9], [0.4, -0.3, 0.8, 2.0]] {
        assert_grad(changed, &x, &changed::gradient(&x));
        assert_grad(collected, &x, &collected::gradient(&x));
    }
}

#[differentiable]
fn put(m: &mut HashMap<String, f64>, x: f64) -> f64 {
    let old = m.insert("a".to_string(), x * x).unwrap_or(1.0);
    m.insert("new".to_string(), x * old);
    old * m["new"]
}

#[differentiable]
fn grown(l: &mut Ledger, x: f64) -> f64 {
    l.set("a", x);
    l.add(3, x);
    l.total()
}

#[test]
fn behind_references() {
    let map = |x: &[f64]| HashMap::from([("a".to_string(), x[0]), ("b".to_string(), x[1])]);
    let mut m = map(&[0.7, 1.2]);
    let (d_m, d_x) = put::gradient(&mut m, 1.5);
    assert_grad(
        |x| put(&mut map(x), x[2]),
        &[0.7, 1.2, 1.5],
        &[d_m["a"], d_m["b"], d_x],
    );
    assert_eq!(d_m.len(), 2);

    let ledger = |x: &[f64]| {
        let mut ledger = Ledger::new(map(x), x[2]);
        ledger.sums.insert(1, x[3]);
        ledger
    };
    let at = [0.7, 1.2, 0.6, 0.9, 1.5];
    let (l, x) = grown::gradient(&mut ledger(&at), 1.5);
    let gradient = [l.rates["a"], l.rates["b"], l.n, l.sums[&1], x];
    assert_grad(|x| grown(&mut ledger(x), x[4]), &at, &gradient);
}
