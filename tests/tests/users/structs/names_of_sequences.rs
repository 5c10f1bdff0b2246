//! Types of the user's whose methods have the names that sequences and numbers have.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Stack<T> {
    items: Vec<T>,
}

#[differentiable]
impl<T: Differentiable + Copy> Stack<T> {
    fn new() -> Self {
        Stack { items: Vec::new() }
    }

    fn push(&mut self, item: T) {
        self.items.push(item);
    }

    fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    fn peek(&self) -> Option<&T> {
        self.items.last()
    }

    fn len(&self) -> usize {
        self.items.len()
    }
}

/// A stack machine: sum of the two on top, then what is left.
#[differentiable]
fn stacked(x: f64, y: f64) -> f64 {
    let mut stack = Stack::new();
    stack.push(x);
    stack.push(x * y);
    stack.push(y.sin());
    let top = *stack.peek().unwrap();
    let mut acc = top * stack.len() as f64;
    while let Some(v) = stack.pop() {
        acc = acc * 0.5 + v * v;
    }
    acc
}

#[derive(Clone, Debug, Differentiable)]
struct Ring {
    buffer: Vec<f64>,
    at: usize,
}

#[differentiable]
impl Ring {
    fn with_length(n: usize) -> Ring {
        Ring {
            buffer: vec![0.0; n],
            at: 0,
        }
    }

    fn push(&mut self, x: f64) {
        let n = self.buffer.len();
        self.buffer[self.at] = x;
        self.at = (self.at + 1) % n;
    }

    fn get(&self, i: usize) -> f64 {
        self.buffer[(self.at + i) % self.buffer.len()]
    }

    fn first(&self) -> f64 {
        self.get(0)
    }

    fn last(&self) -> Option<f64> {
        self.buffer.last().copied()
    }

    fn sum(&self) -> f64 {
        self.buffer.iter().sum()
    }

    fn max(&self) -> f64 {
        self.buffer
            .iter()
            .cloned()
            .fold(f64::NEG_INFINITY, f64::max)
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.buffer.swap(i, j);
        self.buffer[i] *= 2.0;
    }

    fn fill(&mut self, scale: f64) {
        for x in self.buffer.iter_mut() {
            *x *= scale;
        }
    }
}

#[differentiable]
fn summary(ring: &Ring) -> f64 {
    ring.sum() * ring.first() + ring.max() * ring.get(1) + ring.last().unwrap_or(0.0)
}

#[differentiable]
fn ring_of(x: &[f64]) -> f64 {
    let mut ring = Ring::with_length(3);
    for v in x {
        ring.push(v * v);
    }
    let before = summary(&ring);
    ring.swap(0, 1);
    ring.fill(x[1]);
    before * summary(&ring)
}

type Row = Vec<f64>;

#[differentiable]
fn changed(row: &mut Row) {
    row.push(2.0);
    let last = row.pop().unwrap();
    row.push(last * row[0]);
}

/// Another name of a vector looks like a type of the user's.
#[differentiable]
fn by_another_name(x: &[f64]) -> f64 {
    let mut row: Row = x.to_vec();
    changed(&mut row);
    let ends = row.first().unwrap() * row.last().unwrap();
    ends + row.get(1).copied().unwrap_or(2.0) * row.get(7).copied().unwrap_or(x[2])
}

#[test]
fn gradients_are_right() {
    let (dx, dy) = stacked::gradient(0.3, 0.4);
    assert_grad(|v| stacked(v[0], v[1]), &[0.3, 0.4], &[dx, dy]);
    let x = [0.3, 1.7, 0.8, 0.6];
    assert_grad(ring_of, &x, &ring_of::gradient(&x));
    assert_grad(by_another_name, &x, &by_another_name::gradient(&x));
}
