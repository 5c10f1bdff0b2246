use crate::check;
use pullback::{Differentiable, differentiable};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

#[derive(PartialEq, Differentiable)]
struct State {
    cost: f64,
    node: usize,
}

impl Eq for State {}

impl Ord for State {
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .cost
            .total_cmp(&self.cost)
            .then_with(|| self.node.cmp(&other.node))
    }
}

impl PartialOrd for State {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[differentiable]
fn shortest(edges: &[Vec<(usize, f64)>], from: usize, to: usize) -> Option<f64> {
    let mut costs = vec![f64::INFINITY; edges.len()];
    let mut heap = BinaryHeap::new();
    costs[from] = 0.0;
    heap.push(State {
        cost: 0.0,
        node: from,
    });
    while let Some(State { cost, node }) = heap.pop() {
        if node == to {
            return Some(cost);
        }
        if cost > costs[node] {
            continue;
        }
        for &(next, length) in &edges[node] {
            let along = cost + length;
            if along < costs[next] {
                costs[next] = along;
                heap.push(State {
                    cost: along,
                    node: next,
                });
            }
        }
    }
    None
}

#[differentiable]
fn routes(x: &[f64]) -> f64 {
    let edges = vec![
        vec![(1, x[0].abs()), (2, x[1] * x[1])],
        vec![(3, x[2].exp())],
        vec![(1, 0.1), (3, x[2] * x[2] + x[0].abs())],
        vec![],
    ];
    shortest(&edges, 0, 3).unwrap_or(-1.0) + shortest(&edges, 3, 0).map_or(x[0], |c| c * c)
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Key(f64);

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[differentiable]
fn largest(x: &[f64], k: usize) -> f64 {
    let mut heap: BinaryHeap<(Key, usize)> = BinaryHeap::with_capacity(x.len());
    for (i, v) in x.iter().enumerate() {
        heap.push((Key(v * v), i));
    }
    let mut sum = 0.0;
    for _ in 0..k {
        if let Some((Key(v), i)) = heap.pop() {
            sum += v.sqrt() * (i + 1) as f64;
        }
    }
    if let Some(top) = heap.peek() {
        sum -= 0.5 * top.0.0;
    }
    sum + heap.len() as f64
}

/// Merges the two smallest until one is left, as a code is built.
#[differentiable]
fn merged(x: &[f64]) -> f64 {
    let mut heap = BinaryHeap::new();
    for v in x {
        heap.push(Reverse(Key(v * v)));
    }
    while heap.len() > 1 {
        let Reverse(Key(a)) = heap.pop().unwrap();
        let Some(Reverse(b)) = heap.pop() else { break };
        heap.push(Reverse(Key(a.max(0.1) * b.0 + a)));
    }
    heap.pop().map(|last| last.0.0).unwrap_or(0.0)
}

#[derive(Clone, Differentiable)]
struct Queue {
    horizon: f64,
    decay: f64,
}

#[derive(Clone, Differentiable)]
struct Event {
    time: f64,
    rate: f64,
    kind: usize,
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.time == other.time
    }
}

impl Eq for Event {}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Event {
    fn cmp(&self, other: &Self) -> Ordering {
        other.time.total_cmp(&self.time)
    }
}

#[differentiable]
impl Queue {
    fn reward(&self, starts: &[f64]) -> f64 {
        let mut queue = std::collections::BinaryHeap::<Event>::new();
        let arrive = |t: f64, kind: usize| Event {
            time: t * t,
            rate: 0.3 + t.abs(),
            kind,
        };
        for (kind, t) in starts.iter().enumerate() {
            queue.push(arrive(*t, kind));
        }
        let (mut reward, mut served) = (0.0, 0);
        while let Some(event) = queue.pop() {
            if event.time > self.horizon {
                queue.clear();
                break;
            }
            served += 1;
            reward += event.rate * (-self.decay * event.time).exp();
            let next = Event {
                time: event.time + event.rate,
                rate: event.rate * 0.9,
                ..event
            };
            if next.kind != 1 || served < 4 {
                queue.push(next);
            }
        }
        if queue.is_empty() { reward } else { -reward }
    }
}

#[differentiable]
fn served(x: &[f64]) -> f64 {
    Queue {
        horizon: 2.5,
        decay: x[0],
    }
    .reward(x)
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [&[0.3, 0.1, 0.7], &[1.5, 1.2, -1.0]];
    check(routes, |x| routes::gradient(x), &points);
    check(routes, |x| routes::gradient(x), &[&[1.5, 2.0, -1.0]]);
    for k in 1..4 {
        check(|x| largest(x, k), |x| largest::gradient(x, k), &points);
    }
    check(merged, |x| merged::gradient(x), &points);
    check(served, |x| served::gradient(x), &points);
}
