use crate::check;
use pullback::{Differentiable, differentiable};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

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

/// The median of all that came so far, after each.
#[differentiable]
fn medians(x: &[f64]) -> f64 {
    let (mut low, mut high) = (BinaryHeap::new(), BinaryHeap::new());
    let mut total = 0.0;
    for &v in x {
        low.push(Key(v));
        if let Some(top) = low.pop() {
            high.push(Reverse(top));
        }
        if high.len() > low.len() {
            if let Some(Reverse(least)) = high.pop() {
                low.push(least);
            }
        }
        total += match (low.peek(), high.peek()) {
            (Some(a), Some(Reverse(b))) if low.len() == high.len() => 0.5 * (a.0 + b.0),
            (Some(a), _) => a.0 * a.0,
            _ => unreachable!(),
        };
    }
    total
}

#[differentiable]
fn smallest(x: &[f64], k: usize) -> f64 {
    let heap: BinaryHeap<Key> = x.iter().map(|&v| Key(v * v)).collect();
    let sorted = heap.into_sorted_vec();
    sorted
        .iter()
        .take(k)
        .enumerate()
        .map(|(i, v)| v.0.sqrt() * (i + 1) as f64)
        .sum()
}

#[differentiable]
fn largest(x: &[f64], k: usize) -> f64 {
    let mut heap = BinaryHeap::with_capacity(k + 1);
    for &v in x {
        if heap.len() < k {
            heap.push(Reverse(Key(v)));
        } else if let Some(Reverse(least)) = heap.peek() {
            if v > least.0 {
                heap.pop();
                heap.push(Reverse(Key(v)));
            }
        }
    }
    heap.into_iter().map(|Reverse(v)| v.0.powi(3)).sum()
}

/// The cost of merging the two smallest until one is left.
#[differentiable]
fn merged(x: &[f64]) -> f64 {
    let mut heap = x
        .iter()
        .map(|&v| Reverse(Key(v)))
        .collect::<BinaryHeap<_>>();
    let mut cost = 0.0;
    while heap.len() > 1 {
        let (Some(Reverse(a)), Some(Reverse(b))) = (heap.pop(), heap.pop()) else {
            break;
        };
        let both = a.0 + b.0;
        cost += both * both;
        heap.push(Reverse(Key(both)));
    }
    cost
}

#[differentiable]
fn from_lists(x: &[f64]) -> f64 {
    let mut heap = BinaryHeap::from(x.iter().map(|&v| Key(v * v)).collect::<Vec<_>>());
    let ends = BinaryHeap::from([Key(x[0]), Key(x[0] * x[1])]);
    let first = heap.pop().unwrap();
    let rest: f64 = heap.iter().map(|v| v.0.sin()).sum();
    first.0 * rest + ends.peek().map_or(0.0, |top| top.0)
}

#[differentiable]
fn of_numbers(x: f64, counts: &[usize]) -> f64 {
    let mut heap: BinaryHeap<usize> = counts.iter().copied().collect();
    let mut others = BinaryHeap::from(vec![1, 5, 2]);
    let mut more: BinaryHeap<_> = counts.iter().map(|&k| (k % 3, Reverse(k))).collect();
    let mut total = x;
    while let (Some(k), Some(j)) = (heap.pop(), others.pop()) {
        total = total.sin() * k as f64 + j as f64 * x;
    }
    while let Some((a, Reverse(b))) = more.pop() {
        total += x * a as f64 - b as f64 * x * x;
    }
    total
}

/// What is collected at the head of a loop.
#[differentiable]
fn collected(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for v in x.iter().map(|v| v * v).collect::<Vec<_>>() {
        total += v.sin();
    }
    for pair in x
        .iter()
        .filter(|v| **v > 0.0)
        .collect::<Vec<_>>()
        .windows(2)
    {
        total += pair[0] * pair[1];
    }
    total
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [&[1.0, 2.0, 1.5, 4.0, 2.6, 3.1, 0.2], &[0.4, 0.3]];
    check(medians, |x| medians::gradient(x), &points);
    check(merged, |x| merged::gradient(x), &points);
    check(from_lists, |x| from_lists::gradient(x), &points);
    check(collected, |x| collected::gradient(x), &points);
    for k in 1..4 {
        check(|x| smallest(x, k), |x| smallest::gradient(x, k), &points);
        check(|x| largest(x, k), |x| largest::gradient(x, k), &points);
    }
    let counts = [4, 7, 2, 9];
    check(
        |x| of_numbers(x[0], &counts),
        |x| vec![of_numbers::gradient(x[0], &counts)],
        &[&[0.7]],
    );
}
