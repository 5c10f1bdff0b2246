//! Maps as accumulators: local ones, whose values carry derivatives, and whose keys do not.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Differentiable)]
struct Position {
    sector: u32,
    quantity: f64,
    price: f64,
}

#[differentiable]
impl Position {
    fn concentration(all: &[Position]) -> f64 {
        let mut by_sector: BTreeMap<u32, f64> = BTreeMap::new();
        for p in all {
            *by_sector.entry(p.sector).or_default() += p.quantity * p.price;
        }
        let total: f64 = by_sector.values().sum();
        by_sector.values().map(|v| (v / total).powi(2)).sum()
    }
}

#[differentiable]
fn shares(p: &[f64]) -> f64 {
    let positions = [
        Position {
            sector: 1,
            quantity: 10.0,
            price: p[0],
        },
        Position {
            sector: 2,
            quantity: p[1],
            price: 3.0,
        },
        Position {
            sector: 1,
            quantity: 2.0,
            price: p[2],
        },
    ];
    Position::concentration(&positions)
}

#[differentiable]
fn parities(p: &[f64]) -> f64 {
    let mut sums = BTreeMap::new();
    for (i, x) in p.iter().enumerate() {
        *sums.entry(i % 2).or_insert(0.0) += x * x;
    }
    let all: f64 = sums.values().sum();
    let mut weighted = 0.0;
    for (k, v) in &sums {
        weighted += v * (*k as f64 + 1.0) / all;
    }
    weighted
}

#[differentiable]
fn named(p: &[f64]) -> f64 {
    let mut amounts: HashMap<&str, f64> = HashMap::new();
    amounts.insert("a", p[0]);
    amounts.insert("b", p[1] * p[0]);
    amounts.insert("a", p[2]);
    if let Some(v) = amounts.get_mut("b") {
        *v *= 2.0;
    }
    let missing = amounts.get("c").copied().unwrap_or(p[0]);
    let there = match amounts.get("a") {
        Some(v) => *v,
        None => 0.0,
    };
    let n = if amounts.contains_key("c") {
        0
    } else {
        amounts.len()
    };
    amounts["b"] * there + missing + n as f64 * p[1]
}

#[differentiable]
fn bins(p: &[f64]) -> f64 {
    let mut bins: BTreeMap<i64, f64> = BTreeMap::new();
    for &x in p {
        let bin = (x * 2.0).floor() as i64;
        bins.entry(bin).and_modify(|v| *v += x).or_insert(x * x);
    }
    for v in bins.values_mut() {
        *v *= p[0];
    }
    for (k, v) in &mut bins {
        *v += *k as f64 * p[1];
    }
    let mut sum = bins.remove(&1).unwrap_or(p[1]);
    for (k, v) in bins {
        sum += v * v * k as f64;
    }
    sum
}

#[differentiable]
fn groups(p: &[f64]) -> f64 {
    let mut groups: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (i, &x) in p.iter().enumerate() {
        groups.entry(i % 2).or_default().push(x);
        groups.entry(7).or_insert_with(Vec::new).push(x * x);
    }
    let means = groups
        .iter()
        .map(|(k, g)| g.iter().sum::<f64>() / g.len() as f64 * *k as f64);
    means.sum::<f64>() + groups.values().map(|g| g[0]).fold(1.0, |a, b| a * b)
}

#[differentiable]
fn balances(p: &[f64], of: u32) -> Option<f64> {
    let mut balances: HashMap<u32, f64> = HashMap::with_capacity(4);
    for (i, x) in p.iter().enumerate() {
        let balance = balances.entry(i as u32).or_insert(1.0);
        *balance *= x;
    }
    *balances.get_mut(&of)? += p[1];
    let first = balances.get(&of)?;
    let best = balances.values().copied().fold(f64::MIN, f64::max);
    Some(first * best)
}

#[differentiable]
fn balanced(p: &[f64]) -> f64 {
    balances(p, 0).unwrap_or(0.0) + balances(p, 9).unwrap_or(p[2] * p[2])
}

/// Counts carry no derivative, and neither does where they are looked up.
#[differentiable]
fn counted(p: &[f64]) -> f64 {
    let mut counts: HashMap<i64, i32> = HashMap::new();
    for x in p {
        *counts.entry(x.floor() as i64).or_insert(0) += 1;
    }
    let mut sum = 0.0;
    for (k, n) in &counts {
        sum += p[0].powi(*n) * *k as f64;
    }
    sum + p[1].powi(counts[&(p[1].floor() as i64)])
}

#[test]
fn gradients_are_right() {
    for p in [
        [0.3, 0.7, 1.2],
        [1.6, 0.9, 0.2],
        [0.9, 1.7, 0.8],
        [-0.4, 1.1, 2.2],
    ] {
        assert_grad(shares, &p, &shares::gradient(&p));
        assert_grad(parities, &p, &parities::gradient(&p));
        assert_grad(named, &p, &named::gradient(&p));
        assert_grad(bins, &p, &bins::gradient(&p));
        assert_grad(groups, &p, &groups::gradient(&p));
        assert_grad(balanced, &p, &balanced::gradient(&p));
        assert_grad(counted, &p, &counted::gradient(&p));
    }
}

struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as f64 / (1_u64 << 31) as f64
    }
}

/// What an entry would start from is asked for at every item.
#[differentiable]
fn started_by_noise(x: &[f64]) -> f64 {
    let mut noise = Noise(7);
    let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        *sums.entry(i % 2).or_insert(noise.next()) += v * v;
    }
    sums.values().product::<f64>() * noise.next()
}

#[test]
fn what_is_inserted_is_evaluated_whether_it_is_needed_or_not() {
    let x = [0.4, -0.7, 1.2, 0.3];
    let (value, dx) = started_by_noise::value_and_gradient(&x);
    assert_eq!(value, started_by_noise(&x));
    assert_grad(started_by_noise, &x, &dx);
}
