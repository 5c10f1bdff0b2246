//! Heaps of a type without derivative, of which only the order comes back: shortest paths in a list beside it.

use crate::check;
use pullback::differentiable;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

#[derive(PartialEq, PartialOrd)]
struct Cost(f64);

impl Eq for Cost {}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[differentiable]
fn shortest(lengths: &[f64], next: &[Vec<(usize, usize)>], target: usize) -> f64 {
    let mut costs = vec![f64::INFINITY; next.len()];
    let mut heap = BinaryHeap::new();
    costs[0] = 0.0;
    heap.push((Reverse(Cost(0.0)), 0));
    while let Some((Reverse(Cost(cost)), u)) = heap.pop() {
        if u == target {
            break;
        }
        if cost > costs[u] {
            continue;
        }
        for &(v, edge) in &next[u] {
            let along = costs[u] + lengths[edge] * lengths[edge];
            if along < costs[v] {
                costs[v] = along;
                heap.push((Reverse(Cost(along)), v));
            }
        }
    }
    costs[target]
}

#[test]
fn gradients() {
    let next = vec![
        vec![(1, 0), (2, 1)],
        vec![(3, 2), (2, 4)],
        vec![(3, 3)],
        vec![],
    ];
    check(
        |x| shortest(x, &next, 3),
        |x| shortest::gradient(x, &next, 3),
        &[&[1.0, 2.4, 2.3, 1.0, 0.5], &[2.0, 0.4, 2.3, 1.0, 0.5]],
    );
}
