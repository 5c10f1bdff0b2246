use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::BTreeSet;

#[derive(Clone, Default, Differentiable)]
struct Memory {
    last: Option<f64>,
    best: Option<Vec<f64>>,
}

#[differentiable]
impl Memory {
    fn note(&mut self, x: f64) -> f64 {
        let before = *self.last.get_or_insert(2.0 * x);
        let now = *self.last.insert(x * x) - before;
        *self.last.insert(now) *= before;
        self.best.get_or_insert_with(Vec::new).push(now);
        before + now
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut memory = Memory::default();
    let mut seen = BTreeSet::new();
    let mut total = 0.0;
    for (i, v) in x.iter().enumerate() {
        total += memory.note(*v);
        if seen.insert(i / 2) {
            total *= v;
        }
    }
    let mut slot = None;
    *slot.get_or_insert_with(|| x[0]) += total;
    total + slot.unwrap() * memory.last.unwrap() + memory.best.map_or(0.0, |b| b.iter().sum())
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.7, 1.3, -0.4], &[-0.2, 0.5, 0.9]],
    );
}
