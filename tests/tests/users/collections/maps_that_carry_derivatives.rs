//! Maps of floats as arguments and fields, whose gradients are maps with the same keys.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Ccy {
    Eur,
    Usd,
}

#[derive(Differentiable, Clone, Debug)]
struct Quote {
    bid: f64,
    sizes: Vec<f64>,
}

#[derive(Differentiable, Clone, Debug)]
struct Ledger {
    rates: HashMap<String, f64>,
    spot: BTreeMap<Ccy, f64>,
    quotes: HashMap<u32, Quote>,
    days: HashMap<String, usize>,
    #[constant]
    fees: HashMap<String, f64>,
    notional: f64,
}

#[differentiable]
impl Ledger {
    fn indexed(&self, name: &str, ccy: Ccy) -> f64 {
        self.rates["eur"] * self.notional + self.rates[name].sin() * self.spot[&ccy]
    }
    fn asked(&self, name: &str) -> f64 {
        let sure = self.rates.get("usd").unwrap() * self.notional;
        let maybe = self.rates.get(name).copied().unwrap_or(2.0);
        let matched = match self.rates.get(name) {
            Some(rate) => rate * rate,
            None => self.notional,
        };
        let mapped = self.spot.get(&Ccy::Usd).map_or(0.5, |s| s * self.notional);
        sure * maybe + matched * mapped
    }
    fn asked_in_turn(&self, names: &[String]) -> Option<f64> {
        let mut total = 0.0;
        for name in names {
            total += self.rates.get(name)? * self.fees.get(name).unwrap_or(&1.5);
        }
        Some(total)
    }
    fn looped(&self) -> f64 {
        let mut total = 0.0;
        for (name, rate) in &self.rates {
            total += rate * self.fees[name] * self.days[name] as f64;
        }
        for (_, &s) in self.spot.iter() {
            total *= s;
        }
        for v in self.rates.values() {
            total += v * v;
        }
        for (i, (ccy, s)) in self.spot.iter().rev().enumerate() {
            if *ccy == Ccy::Eur {
                total += s * (i + 1) as f64;
            }
        }
        total
    }
    fn chained(&self) -> f64 {
        let sum = self.rates.values().sum::<f64>() / self.rates.len() as f64;
        let others = self.rates.iter().filter(|(name, _)| name.as_str() != "eur");
        let weighed: f64 = others.map(|(_, r)| r * self.notional).sum();
        let sorted: Vec<f64> = self.spot.values().copied().collect();
        let most = self
            .spot
            .values()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        sum * weighed + sorted[0] * sorted[1] * most
    }
    fn structs(&self) -> f64 {
        let bids: f64 = self.quotes.values().map(|q| q.bid * q.sizes[0]).sum();
        bids * self.quotes[&7].sizes.iter().sum::<f64>() + self.quotes[&1].bid
    }
    fn grown(&mut self, by: f64) -> f64 {
        for (name, rate) in &self.rates {
            self.notional += rate * by * self.fees[name];
        }
        self.notional *= self.rates["eur"];
        self.notional
    }
    fn all(&self, names: &[String]) -> f64 {
        let asked = self.asked("usd") * self.asked("none");
        let turn = self.asked_in_turn(names).unwrap_or(self.notional);
        let mut copy = self.clone();
        self.indexed("usd", Ccy::Usd)
            + asked * turn
            + self.looped() * self.chained()
            + self.structs()
            + copy.grown(self.notional) * copy.notional
    }
}

fn ledger(x: &[f64]) -> Ledger {
    let quote = |i: usize| Quote {
        bid: x[i],
        sizes: vec![x[i + 1], x[i + 2]],
    };
    Ledger {
        rates: HashMap::from([("eur".to_string(), x[0]), ("usd".to_string(), x[1])]),
        spot: BTreeMap::from([(Ccy::Usd, x[2]), (Ccy::Eur, x[3])]),
        quotes: HashMap::from([(7, quote(4)), (1, quote(7))]),
        days: HashMap::from([("eur".to_string(), 2), ("usd".to_string(), 3)]),
        fees: HashMap::from([("eur".to_string(), 0.3), ("usd".to_string(), 0.7)]),
        notional: x[10],
    }
}

fn flat(g: &LedgerTangent) -> Vec<f64> {
    let quote = |k| [&[g.quotes[&k].bid], &g.quotes[&k].sizes[..]].concat();
    let single = [
        g.rates["eur"],
        g.rates["usd"],
        g.spot[&Ccy::Usd],
        g.spot[&Ccy::Eur],
    ];
    [&single[..], &quote(7), &quote(1), &[g.notional]].concat()
}

const X: [f64; 11] = [1.1, 0.7, 1.3, 0.9, 0.4, 1.7, 0.6, 2.0, 0.2, 0.8, 1.4];

#[test]
fn fields() {
    for names in [&["eur"][..], &["usd", "eur", "usd"], &["eur", "none"]] {
        let names: Vec<String> = names.iter().map(|n| n.to_string()).collect();
        let gradient = |x: &[f64]| flat(&ledger(x).all_gradient(&names));
        assert_grad(|x| ledger(x).all(&names), &X, &gradient(&X));
    }
}

#[differentiable]
fn looped(amounts: &BTreeMap<usize, f64>, x: &[f64]) -> f64 {
    let mut total = 0.0;
    for (i, a) in amounts {
        total += a * x[*i];
    }
    for (&i, &a) in amounts.iter() {
        total *= a + x[i];
    }
    for i in amounts.keys() {
        total += amounts[i] * x[*i];
    }
    total
}

#[differentiable]
fn cost(prices: &HashMap<String, f64>, names: &[&str], x: &[f64]) -> f64 {
    let mut total = prices["tea"] * x[0];
    for (name, x) in names.iter().zip(x) {
        total += prices.get(*name).copied().unwrap_or(0.5) * x + prices[*name];
    }
    total * prices.values().map(|p| p * p).sum::<f64>()
}

#[differentiable]
fn coupled(pairs: &HashMap<(usize, usize), f64>, x: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..x.len() {
        for j in 0..x.len() {
            if let Some(k) = pairs.get(&(i, j)) {
                total += k * x[i] * x[j];
            }
        }
    }
    total
}

#[test]
fn arguments() {
    let prices = |x: &[f64]| HashMap::from([("tea".to_string(), x[0]), ("rice".to_string(), x[1])]);
    let names = ["rice", "tea"];
    let (p, amounts) = cost::gradient(&prices(&X), &names, &X[2..4]);
    let gradient = [&[p["tea"], p["rice"]], &amounts[..]].concat();
    assert_grad(|x| cost(&prices(x), &names, &x[2..4]), &X[..4], &gradient);

    let by_position = |x: &[f64]| BTreeMap::from([(1, x[0]), (0, x[1])]);
    let (m, x) = looped::gradient(&by_position(&X), &X[2..4]);
    let gradient = [&[m[&1], m[&0]], &x[..]].concat();
    assert_grad(|x| looped(&by_position(x), &x[2..4]), &X[..4], &gradient);

    let pairs = |x: &[f64]| HashMap::from([((0, 1), x[0]), ((1, 1), x[1])]);
    let (m, x) = coupled::gradient(&pairs(&X), &X[2..4]);
    let gradient = [&[m[&(0, 1)], m[&(1, 1)]], &x[..]].concat();
    assert_grad(|x| coupled(&pairs(x), &x[2..4]), &X[..4], &gradient);
}

#[test]
fn buffers_are_written() {
    let prices = HashMap::from([("tea".to_string(), 2.0), ("rice".to_string(), 3.0)]);
    let (names, x) = (["rice"], [1.5, 0.5]);
    let (mut p, mut d_x) = (
        HashMap::from([("tea".to_string(), 9.0), ("rice".to_string(), 9.0)]),
        [9.0; 2],
    );
    let value = cost::value_and_gradient_into(&prices, &names, &x, &mut p, &mut d_x);
    assert_eq!(value, cost(&prices, &names, &x));
    assert_eq!((p, d_x.to_vec()), cost::gradient(&prices, &names, &x));

    let names = ["eur".to_string()];
    let ledger = ledger(&X);
    let mut buffer = ledger.all_gradient(&[]);
    ledger.all_value_and_gradient_into(&names, &mut buffer);
    assert_eq!(flat(&buffer), flat(&ledger.all_gradient(&names)));
}

#[test]
#[should_panic(
    expected = "gradient buffer for argument `prices`: its keys are not those of the argument"
)]
fn buffers_have_the_keys() {
    let prices = HashMap::from([("tea".to_string(), 2.0)]);
    let mut other = HashMap::from([("rice".to_string(), 2.0)]);
    cost::value_and_gradient_into(&prices, &[], &[1.0], &mut other, &mut [0.0]);
}

#[differentiable]
fn nested(first: &Option<Ledger>, others: &[Ledger], x: f64) -> f64 {
    let first = match first {
        Some(ledger) => ledger.rates["eur"] * x,
        None => x,
    };
    let mut total = first;
    for ledger in others {
        for (name, rate) in &ledger.rates {
            total += rate * ledger.fees[name] * ledger.notional;
        }
        total += others.iter().map(|l| l.spot[&Ccy::Usd] * x).sum::<f64>();
    }
    total
}

#[differentiable]
fn deep(tables: &HashMap<String, BTreeMap<u32, f64>>, x: f64) -> f64 {
    tables["a"][&1] * x + tables["b"][&2] * tables["a"][&1]
}

#[test]
fn in_other_types() {
    let (first, others, x) = nested::gradient(&Some(ledger(&X)), &[ledger(&X)], X[2]);
    let of_all = |x: &[f64]| nested(&Some(ledger(&x[..11])), &[ledger(&x[11..22])], x[22]);
    let at = [&X[..], &X, &[X[2]]].concat();
    let gradient = [flat(&first.unwrap()), flat(&others[0]), vec![x]].concat();
    assert_grad(of_all, &at, &gradient);

    let tables = |x: &[f64]| {
        let [a, b] = [
            BTreeMap::from([(1, x[0])]),
            BTreeMap::from([(2, x[1]), (3, x[2])]),
        ];
        HashMap::from([("a".to_string(), a), ("b".to_string(), b)])
    };
    let (g, x) = deep::gradient(&tables(&X), X[3]);
    let gradient = [g["a"][&1], g["b"][&2], g["b"][&3], x];
    assert_grad(|x| deep(&tables(x), x[3]), &X[..4], &gradient);
}
