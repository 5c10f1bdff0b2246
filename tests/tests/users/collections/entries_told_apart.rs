use crate::check;
use pullback::differentiable;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap, hash_map};

#[differentiable]
fn book(orders: &[(i64, f64)]) -> f64 {
    let mut levels: BTreeMap<i64, f64> = BTreeMap::new();
    for &(price, qty) in orders {
        match levels.entry(price) {
            Entry::Vacant(v) => {
                v.insert(qty);
            }
            Entry::Occupied(mut o) => {
                *o.get_mut() += qty;
            }
        }
    }
    levels
        .iter()
        .rev()
        .take(2)
        .map(|(p, q)| *p as f64 * q * q)
        .sum()
}

#[differentiable]
fn netted(fills: &[(u32, f64)]) -> f64 {
    let mut open: HashMap<u32, f64> = HashMap::new();
    let mut closed = 0.0;
    for &(id, px) in fills {
        match open.entry(id) {
            hash_map::Entry::Occupied(o) => {
                let entry = o.remove();
                closed += (px - entry).powi(2) * id as f64;
            }
            hash_map::Entry::Vacant(slot) => {
                slot.insert(px * 1.1);
            }
        }
    }
    closed + open.values().sum::<f64>()
}

#[differentiable]
fn cached(xs: &[f64]) -> f64 {
    let mut cache = HashMap::new();
    let mut misses = 0;
    let mut t = 0.0;
    for (i, x) in xs.iter().enumerate() {
        if let hash_map::Entry::Vacant(e) = cache.entry(i % 3) {
            misses += 1;
            e.insert(x.exp());
        }
        t += cache[&(i % 3)] * x;
    }
    t * misses as f64
}

#[differentiable]
fn champions(xs: &[f64]) -> f64 {
    let mut best: BTreeMap<usize, f64> = BTreeMap::new();
    for (i, &x) in xs.iter().enumerate() {
        match best.entry(i % 2) {
            Entry::Occupied(mut e) => {
                if x > *e.get() {
                    e.insert(x * x);
                } else {
                    *e.get_mut() *= 0.9;
                }
            }
            Entry::Vacant(e) => {
                let k = *e.key() as f64;
                e.insert(x + k);
            }
        }
    }
    best.values().product()
}

#[differentiable]
fn lists(xs: &[f64]) -> f64 {
    let mut groups: HashMap<usize, Vec<f64>> = HashMap::new();
    for (i, &x) in xs.iter().enumerate() {
        match groups.entry(i % 2) {
            hash_map::Entry::Occupied(mut e) => e.get_mut().push(x * x),
            hash_map::Entry::Vacant(e) => {
                e.insert(vec![x]);
            }
        }
    }
    groups.values().map(|g| g.iter().sum::<f64>().powi(2)).sum()
}

#[test]
fn gradients_are_right() {
    let pairs = |x: &[f64]| [(3, x[0]), (5, x[1]), (3, x[2]), (1, x[3])];
    let fills = |x: &[f64]| [(3, x[0]), (5, x[1]), (3, x[2]), (1, x[3])];
    let points: [&[f64]; 2] = [&[0.5, 1.2, 0.7, 0.3, 2.2], &[0.15, 0.6, 0.35, 0.9]];
    let four: [&[f64]; 2] = [&[0.3, 1.2, 0.9, 2.0], &[1.5, -0.2, 0.4, 0.8]];
    check(
        |x| book(&pairs(x)),
        |x| book::gradient(&pairs(x)).iter().map(|d| d.1).collect(),
        &four,
    );
    check(
        |x| netted(&fills(x)),
        |x| netted::gradient(&fills(x)).iter().map(|d| d.1).collect(),
        &four,
    );
    check(cached, |x| cached::gradient(x), &points);
    check(champions, |x| champions::gradient(x), &points);
    check(lists, |x| lists::gradient(x), &points);
}
