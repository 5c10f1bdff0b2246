use crate::check;
use pullback::differentiable;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

#[differentiable]
fn netted(keys: &[usize], x: &[f64]) -> f64 {
    let sums = keys
        .iter()
        .zip(x)
        .fold(HashMap::new(), |mut sums, (&key, &v)| {
            *sums.entry(key).or_insert(0.0) += v;
            sums
        });
    sums.values().map(|v| v * v).sum()
}

#[differentiable]
fn grouped(keys: &[usize], x: &[f64]) -> f64 {
    keys.iter()
        .zip(x)
        .fold(
            BTreeMap::<usize, Vec<f64>>::new(),
            |mut groups, (&key, &v)| {
                groups.entry(key).or_default().push(v);
                groups
            },
        )
        .into_iter()
        .map(|(key, group)| key as f64 * group.iter().sum::<f64>().powi(2))
        .sum()
}

#[differentiable]
fn score(text: &str, weights: &[f64]) -> f64 {
    let stop: BTreeSet<&str> = ["the", "a"].into_iter().collect();
    let counts: HashMap<usize, usize> = text
        .split_whitespace()
        .filter(|word| !stop.contains(word))
        .fold(HashMap::new(), |mut counts, word| {
            *counts.entry(word.len()).or_insert(0) += 1;
            counts
        });
    let logit: f64 = counts
        .iter()
        .map(|(&len, &n)| weights.get(len).copied().unwrap_or(0.0) * (n as f64).sqrt())
        .sum();
    1.0 / (1.0 + (-logit).exp())
}

#[differentiable]
fn means(keys: &[usize], x: &[f64]) -> f64 {
    let (mut sums, mut counts) = (HashMap::new(), HashMap::new());
    for (&key, &v) in keys.iter().zip(x) {
        *sums.entry(key).or_insert(0.0) += v * v;
        *counts.entry(key).or_insert(0) += 1;
    }
    sums.iter()
        .map(|(key, sum)| sum / counts[key] as f64)
        .product()
}

#[differentiable]
fn stated(keys: &[usize], x: &[f64]) -> f64 {
    let (mut sums, mut seen): (BTreeMap<usize, f64>, HashSet<usize>) =
        (BTreeMap::new(), HashSet::new());
    for (&key, &v) in keys.iter().zip(x) {
        if seen.insert(key) {
            *sums.entry(key).or_default() += v.sin();
        } else {
            *sums.entry(key).or_default() -= v;
        }
    }
    sums.values().map(|sum| sum * sum).sum()
}

/// The distances begin as a list of literals, and change.
#[differentiable]
fn shortest(lengths: &[f64], edges: &[(usize, usize)], from: usize, to: usize) -> Option<f64> {
    let mut roads: BTreeMap<usize, Vec<(usize, f64)>> = BTreeMap::new();
    for (&(a, b), &length) in edges.iter().zip(lengths) {
        roads.entry(a).or_default().push((b, length));
        roads.entry(b).or_default().push((a, length));
    }
    let mut done = HashSet::new();
    let mut distances: HashMap<usize, f64> = HashMap::from([(from, 0.0)]);
    loop {
        let (node, distance) = distances
            .iter()
            .filter(|(node, _)| !done.contains(*node))
            .min_by(|a, b| a.1.total_cmp(b.1))
            .map(|(&node, &distance)| (node, distance))?;
        if node == to {
            return Some(distance * distance);
        }
        done.insert(node);
        for &(next, length) in roads.get(&node).map(Vec::as_slice).unwrap_or(&[]) {
            let along = distance + length;
            let best = distances.entry(next).or_insert(f64::INFINITY);
            if along < *best {
                *best = along;
            }
        }
    }
}

#[test]
fn gradients_are_right() {
    let keys = [1, 2, 1, 3, 2];
    let points: [&[f64]; 2] = [&[0.5, 2.0, 1.1, 0.3, 0.9], &[-0.3, 0.4, 0.2, 0.7, 1.2]];
    check(
        |x| netted(&keys, x),
        |x| netted::gradient(&keys, x),
        &points,
    );
    check(
        |x| grouped(&keys, x),
        |x| grouped::gradient(&keys, x),
        &points,
    );
    check(|x| means(&keys, x), |x| means::gradient(&keys, x), &points);
    check(
        |x| stated(&keys, x),
        |x| stated::gradient(&keys, x),
        &points,
    );
    let text = "the cat sat on a mat by house";
    check(|x| score(text, x), |x| score::gradient(text, x), &points);
    let edges = [(0, 1), (1, 2), (0, 2), (2, 3), (1, 3)];
    for lengths in [[1.0, 1.0, 3.0, 0.5, 4.0], [1.0, 2.0, 0.5, 4.0, 0.25]] {
        check(
            |x| shortest(x, &edges, 0, 3).unwrap(),
            |x| shortest::vjp(x, &edges, 0, 3).1.call(Some(1.0)),
            &[&lengths],
        );
    }
}
