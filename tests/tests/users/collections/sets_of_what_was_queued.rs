use crate::assert_grad;
use pullback::differentiable;
use std::collections::{BTreeSet, HashSet, VecDeque};

/// What it costs to reach all of a graph, as far as the queue's types are not written.
#[differentiable]
fn reached(weights: &[f64], edges: &[(usize, usize)], source: usize) -> f64 {
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([(source, 0.0)]);
    let mut total = 0.0;
    while let Some((u, cost)) = queue.pop_front() {
        if !seen.insert(u) {
            continue;
        }
        total += cost * cost;
        for (k, &(a, b)) in edges.iter().enumerate() {
            if a == u && !seen.contains(&b) {
                queue.push_back((b, cost + weights[k]));
            }
        }
    }
    total
}

#[differentiable]
fn chosen(weights: &[f64], picks: &[usize]) -> f64 {
    let mut taken = BTreeSet::new();
    let mut total = 1.0;
    for pick in picks {
        if taken.insert(pick) {
            total *= weights[*pick];
        } else {
            total += weights[*pick];
        }
    }
    total * taken.len() as f64
}

#[test]
fn gradients_are_right() {
    let edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 0)];
    let x = [1.0, 2.0, 3.5, 0.7, 0.2];
    for source in [0, 2] {
        let gradient = reached::gradient(&x, &edges, source);
        assert_grad(|x| reached(x, &edges, source), &x, &gradient);
    }
    let picks = [1, 0, 1, 3];
    assert_grad(|x| chosen(x, &picks), &x, &chosen::gradient(&x, &picks));
}
