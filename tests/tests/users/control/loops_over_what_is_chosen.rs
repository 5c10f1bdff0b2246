//! Loops over one of several lists, or over what stands in for a list that is missing.

use crate::assert_grad;
use pullback::differentiable;
use std::collections::{HashMap, HashSet, VecDeque};

#[differentiable]
fn lists(x: &[f64]) -> f64 {
    let rows: Vec<Vec<f64>> = vec![x.to_vec(), vec![x[0]]];
    let mut sum = 0.0;
    for n in 0..4 {
        for w in rows.get(n).map(Vec::as_slice).unwrap_or(&[]) {
            sum += x[n] * w;
        }
    }
    for v in if x[0] > 0.0 { &rows[0] } else { &rows[1] } {
        sum += v * v;
    }
    for v in match sum > 1.0 {
        true => &rows[0],
        false => &rows[1],
    } {
        sum += v.sin();
    }
    sum
}

#[differentiable]
fn of_maps(x: &[f64]) -> f64 {
    let weights: HashMap<usize, Vec<f64>> = HashMap::from([(0, vec![x[1], 2.0]), (1, vec![x[3]])]);
    let mut next: HashMap<usize, Vec<usize>> = HashMap::new();
    for (a, b) in [(0, 1), (0, 2), (1, 3), (2, 3)] {
        next.entry(a).or_default().push(b);
    }
    let none = Vec::new();
    let mut sum = 0.0;
    for n in 0..4 {
        for w in weights.get(&n).map(Vec::as_slice).unwrap_or(&[]) {
            sum += x[n] * w;
        }
        for &m in next.get(&n).unwrap_or(&none) {
            sum += x[n] * x[m];
        }
    }
    sum
}

#[differentiable]
fn potentials(x: &[f64]) -> f64 {
    let mut edges: HashMap<usize, Vec<usize>> = HashMap::new();
    for (a, b) in [(0, 1), (0, 2), (1, 3), (2, 3)] {
        edges.entry(a).or_default().push(b);
    }
    let mut potentials = vec![0.0; 4];
    potentials[0] = x[0];
    let mut seen = HashSet::from([0]);
    let mut queue = VecDeque::from(vec![0]);
    while let Some(n) = queue.pop_front() {
        for &m in edges.get(&n).map(Vec::as_slice).unwrap_or(&[]) {
            potentials[m] += 0.5 * potentials[n] * x[m];
            if seen.insert(m) {
                queue.push_back(m);
            }
        }
    }
    potentials.iter().map(|p| p * p).sum()
}

#[test]
fn gradients_are_right() {
    for x in [[0.3, 1.2, -0.4, 0.8], [-0.3, 0.2, -0.4, 0.8]] {
        assert_grad(lists, &x, &lists::gradient(&x));
        assert_grad(of_maps, &x, &of_maps::gradient(&x));
        let gradient = potentials::gradient(&x);
        assert_grad(potentials, &x, &gradient);
        assert_eq!(gradient, potentials::gradient(&x));
    }
}
