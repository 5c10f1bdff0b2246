use pullback::{Differentiable, differentiable};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

#[derive(Clone, Copy, PartialEq, Differentiable)]
struct State {
    cost: f64,
    node: usize,
}

impl Eq for State {}

impl Ord for State {
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.total_cmp(&self.cost)
    }
}

impl PartialOrd for State {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[differentiable]
fn shortest(edges: &[Vec<(usize, f64)>]) -> f64 {
    let mut costs = vec![f64::INFINITY; edges.len()];
    let mut heap = BinaryHeap::new();
    costs[0] = 0.0;
    heap.push(State { cost: 0.0, node: 0 });
    while let Some(State { cost, node }) = heap.pop() {
        for &(next, length) in &edges[node] {
            if cost + length < costs[next] {
                costs[next] = cost + length;
                heap.push(State { cost: costs[next], node: next });
            }
        }
    }
    costs[edges.len() - 1]
}

fn main() {
    shortest::gradient(&[vec![(1, 2.0)], vec![]]);
}
