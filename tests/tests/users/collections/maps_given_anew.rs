use crate::check;
use pullback::differentiable;
use std::collections::{BTreeMap, HashMap};

#[differentiable]
fn pagerank(links: &[(&str, &str)], d: f64) -> f64 {
    let mut out: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (a, b) in links {
        out.entry(a).or_default().push(b);
        out.entry(b).or_default();
    }
    let n = out.len() as f64;
    let mut rank: BTreeMap<&str, f64> = out.keys().map(|k| (*k, 1.0 / n)).collect();
    for _ in 0..10 {
        let mut next: BTreeMap<&str, f64> = out.keys().map(|k| (*k, (1.0 - d) / n)).collect();
        for (page, targets) in &out {
            let share = rank[page] / targets.len().max(1) as f64;
            if targets.is_empty() {
                for v in next.values_mut() {
                    *v += d * rank[page] / n;
                }
            } else {
                for t in targets {
                    *next.get_mut(t).unwrap() += d * share;
                }
            }
        }
        rank = next;
    }
    rank.values()
        .enumerate()
        .map(|(i, v)| (i + 1) as f64 * v * v)
        .sum()
}

#[differentiable]
fn diffuse(xs: &[f64]) -> f64 {
    let mut heat: HashMap<i32, f64> = xs.iter().enumerate().map(|(i, x)| (i as i32, *x)).collect();
    for round in 0..3 {
        let mut next = HashMap::new();
        for (&cell, &h) in &heat {
            for near in [cell - 1, cell + 1] {
                *next.entry(near).or_insert(0.0) += 0.5 * h * h;
            }
        }
        if round == 1 {
            heat = next.into_iter().filter(|(k, _)| *k >= 0).collect();
        } else {
            heat = next;
        }
    }
    heat.iter().map(|(k, v)| *k as f64 * v).sum()
}

#[differentiable]
fn rescaled(xs: &[f64]) -> f64 {
    let mut w = BTreeMap::new();
    for (i, x) in xs.iter().enumerate() {
        w.insert(i % 3, x * x);
    }
    for _ in 0..2 {
        let total: f64 = w.values().sum();
        w = w
            .into_iter()
            .map(|(k, v)| (k, v / total + 0.1 * v))
            .collect();
    }
    let s: f64 = w.values().map(|v| v.sin()).sum();
    w = BTreeMap::new();
    w.insert(0, s);
    w[&0] * s + w.len() as f64
}

#[test]
fn gradients_are_right() {
    let links = [("a", "b"), ("b", "c"), ("a", "c"), ("c", "d")];
    check(
        |x| pagerank(&links, x[0]),
        |x| vec![pagerank::gradient(&links, x[0])],
        &[&[0.85], &[0.3]],
    );
    let points: [&[f64]; 2] = [&[0.85, 0.3, 0.4, 1.2], &[0.5, -0.7, 0.2, 0.9]];
    check(diffuse, |x| diffuse::gradient(x), &points);
    check(rescaled, |x| rescaled::gradient(x), &points);
}
