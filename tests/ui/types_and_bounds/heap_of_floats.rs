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
fn halves(costs: &[f64]) -> f64 {
    let mut heap = BinaryHeap::new();
    for (node, cost) in costs.iter().enumerate() {
        heap.push(State { cost: *cost, node });
    }
    let mut rest = BinaryHeap::with_capacity(1);
    rest.push(State { cost: costs[0], node: 0 });
    heap.append(&mut rest);
    let sorted = heap.into_sorted_vec();
    sorted[0].cost
}

fn main() {
    halves::gradient(&[1.0, 2.0]);
}
