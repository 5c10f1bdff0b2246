//! Vectors in fields of which a constructor says that they are vectors.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Heap {
    items: Vec<f64>,
    seen: usize,
}
#[differentiable]
impl Heap {
    fn new(n: usize) -> Self {
        let items = Vec::with_capacity(n);
        Self { items, seen: 0 }
    }
    fn of(items: Vec<f64>) -> Heap {
        Heap { items, seen: 1 }
    }
    fn push(&mut self, x: f64) {
        self.items.push(x);
        let mut i = self.items.len() - 1;
        while i > 0 {
            let p = (i - 1) / 2;
            if self.items[p] <= self.items[i] {
                break;
            }
            self.items.swap(p, i);
            i = p;
        }
        self.seen += 1;
    }
    fn pop(&mut self) -> Option<f64> {
        if self.items.is_empty() {
            return None;
        }
        let last = self.items.len() - 1;
        self.items.swap(0, last);
        let top = self.items.pop();
        let (mut i, n) = (0, self.items.len());
        loop {
            let mut s = i;
            for c in [2 * i + 1, 2 * i + 2] {
                if c < n && self.items[c] < self.items[s] {
                    s = c;
                }
            }
            if s == i {
                break;
            }
            self.items.swap(i, s);
            i = s;
        }
        top
    }
    fn clear_to(&mut self, x: f64) {
        self.items.fill(x);
        self.items.reverse();
    }
}
#[differentiable]
fn heap(x: &[f64]) -> f64 {
    let mut h = Heap::new(4);
    for (k, v) in x.iter().enumerate() {
        h.push(v * (1.0 + 0.3 * k as f64));
    }
    let mut w = 1.0;
    let mut s = 0.0;
    while let Some(t) = h.pop() {
        s += w * t * t;
        w *= 0.5;
        if s > 100.0 {
            break;
        }
    }
    let mut g = Heap::of(x.to_vec());
    g.push(s);
    g.clear_to(s * x[0]);
    s + g.pop().unwrap_or(0.0)
}
#[derive(Clone, Debug, Differentiable)]
struct Owned {
    parts: Vec<Box<f64>>,
}
#[differentiable]
impl Owned {
    fn new() -> Self {
        Owned { parts: vec![] }
    }
    fn add(&mut self, x: f64) {
        self.parts.push(Box::new(x * x));
    }
    fn sum(&self) -> f64 {
        self.parts.iter().map(|p| **p).sum()
    }
}
#[differentiable]
fn owned(x: &[f64]) -> f64 {
    let mut o = Owned::new();
    for &v in x {
        o.add(v);
    }
    o.sum() * x[0]
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, 0.4, 0.2], [1.7, 0.3, 2.4, 0.2]] {
        assert_grad(heap, &x, &heap::gradient(&x));
        assert_grad(heap, &x, &heap::gradient(&x));
    }
    for x in [[0.7, 1.3, 0.4]] {
        assert_grad(owned, &x, &owned::gradient(&x));
        assert_grad(owned, &x, &owned::gradient(&x));
    }
}
