//! What maps of floats give back: what stood where something is put, the first and the last entry, what is retained.

use crate::assert_grad;
use pullback::differentiable;
use std::collections::{BTreeMap, HashMap};

#[differentiable]
fn replaced(v: &[f64]) -> f64 {
    let mut last: HashMap<usize, f64> = HashMap::new();
    let mut sum = 0.0;
    for (i, x) in v.iter().enumerate() {
        if let Some(before) = last.insert(i % 3, x * x) {
            sum += before * x;
        }
        match last.insert(7, *x) {
            Some(before) if before > 0.6 => sum += before * x,
            Some(_) => {}
            None => sum *= x,
        }
        sum += last.insert(i % 2, sum).unwrap_or(1.0);
    }
    sum + last.values().sum::<f64>()
}

#[differentiable]
fn drained(v: &[f64]) -> f64 {
    let mut groups: BTreeMap<(usize, bool), Vec<f64>> = BTreeMap::new();
    for (i, &x) in v.iter().enumerate() {
        groups.entry((i / 2, x > 0.6)).or_default().push(x * v[0]);
    }
    groups.retain(|key, group| key.0 != 1 || group[0] > 0.1);
    let last: f64 = groups
        .pop_last()
        .map_or(0.0, |(_, group)| group.iter().sum());
    let mut sum = last;
    while let Some(((number, flag), group)) = groups.pop_first() {
        let weight = if flag { 2.0 } else { number as f64 + 1.0 };
        sum = 0.7 * sum + weight * group.iter().map(|x| x * x).sum::<f64>();
        if sum > 5.0 {
            return sum * last;
        }
    }
    sum
}

#[differentiable]
fn ends(v: &[f64]) -> f64 {
    let mut m: BTreeMap<usize, f64> = BTreeMap::new();
    m.insert(9, 2.0);
    m.extend(v.iter().enumerate().map(|(i, x)| ((i * 7) % 5, x * x)));
    m.extend([(7, v[0] * v[1]), (8, 1.0)]);
    let (low, first) = m.iter().next().unwrap();
    let (_, last) = m.last_key_value().unwrap();
    let mut sum = last * first * (*low as f64 + 1.0);
    sum += m.values().next_back().copied().unwrap_or(0.0);
    while let Some((k, x)) = m.last_key_value() {
        if *k < 2 {
            return sum * x;
        }
        sum += m.first_key_value().map(|(k, x)| *k as f64 * x + x).unwrap();
        m.pop_last();
    }
    sum
}

#[test]
fn gradients_are_right() {
    for x in [
        [0.5, 0.7, 0.9, 0.3, 0.4],
        [1.5, 0.2, 0.95, 0.8, 0.45],
        [3.0, 2.0, 1.0, 0.1, 0.2],
    ] {
        assert_grad(replaced, &x, &replaced::gradient(&x));
        assert_grad(drained, &x, &drained::gradient(&x));
        assert_grad(ends, &x, &ends::gradient(&x));
    }
}
