//! Queues that begin with a pair of a position and a number.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::{HashSet, VecDeque};

#[derive(Clone, Differentiable)]
struct Edge {
    from: usize,
    to: usize,
    weight: f64,
}

#[differentiable]
fn reached(edges: &[Edge], values: &[f64], start: usize) -> f64 {
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([(start, 1.0)]);
    let mut total = 0.0;
    while let Some((node, share)) = queue.pop_front() {
        if !seen.insert(node) {
            continue;
        }
        total += share * values[node];
        for e in edges.iter().filter(|e| e.from == node) {
            queue.push_back((e.to, share * (-e.weight).exp()));
        }
    }
    total
}

#[differentiable]
fn spread(edges: &[Edge], start: usize) -> f64 {
    let mut queue = VecDeque::from(vec![(start, 0u32, 2.0)]);
    let mut last = 0.0;
    while let Some((node, depth, share)) = queue.pop_front() {
        if depth == 3 {
            last += share;
            continue;
        }
        for e in edges {
            if e.from == node {
                queue.push_back((e.to, depth + 1, share / e.weight));
            }
        }
    }
    last
}

fn edges(x: &[f64]) -> Vec<Edge> {
    let ends = [(0, 1), (1, 2), (0, 2), (2, 0)];
    let ends = ends.iter().zip(x);
    ends.map(|(&(from, to), &weight)| Edge { from, to, weight })
        .collect()
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [
        &[0.4, 0.6, 1.7, 0.3, 0.8, 1.1, -0.4],
        &[1.4, 2.6, 0.7, 1.3, -0.8, 0.1, 0.9],
    ];
    check(
        |x| reached(&edges(x), &x[4..], 0),
        |x| {
            let (by_edges, by_values) = reached::gradient(&edges(x), &x[4..], 0);
            let weights = by_edges.iter().map(|e| e.weight);
            weights.chain(by_values).collect()
        },
        &points,
    );
    check(
        |x| spread(&edges(x), 1),
        |x| {
            let by_edges = spread::gradient(&edges(x), 1);
            by_edges.iter().map(|e| e.weight).collect()
        },
        &[&points[0][..4], &points[1][..4]],
    );
}
