//! Methods of one's own types that are called like those of lists, on the items of lists.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Debug, Differentiable)]
struct Stack {
    values: Vec<f64>,
    gain: f64,
}

#[differentiable]
impl Stack {
    fn new(gain: f64) -> Self {
        Stack {
            values: Vec::new(),
            gain,
        }
    }

    fn push(&mut self, x: f64) {
        self.values.push(x * self.gain);
    }

    fn pop(&mut self) -> f64 {
        self.values.pop().unwrap_or(0.0)
    }

    fn fill(&mut self, x: f64) {
        for v in &mut self.values {
            *v = x * self.gain;
        }
    }

    fn reverse(&mut self) {
        self.values.reverse();
        self.gain *= 2.0;
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.values.swap(i, j);
        self.gain += 0.5;
    }

    fn sum(&self) -> f64 {
        self.values.iter().sum()
    }
}

#[differentiable]
fn over_an_argument(stacks: &mut [Stack], x: f64) -> f64 {
    for s in stacks.iter_mut() {
        s.push(x);
        s.push(x * x);
        s.swap(0, 1);
    }
    let mut t = 0.0;
    for (i, s) in stacks.iter_mut().enumerate() {
        s.reverse();
        t += s.pop() * (i + 1) as f64;
    }
    for s in stacks {
        s.push(t);
        t += s.sum();
    }
    t
}

#[differentiable]
fn over_lists_made_here(x: &[f64]) -> f64 {
    let mut stacks = vec![Stack::new(x[0]), Stack::new(x[1])];
    for s in &mut stacks {
        s.push(x[1]);
        s.push(x[0]);
    }
    stacks[1].push(2.0);
    for s in stacks.iter_mut().rev() {
        s.swap(0, 1);
        s.reverse();
    }
    let first = stacks[0].pop();
    for i in 0..stacks.len() {
        let s = &mut stacks[i];
        if i == 1 {
            s.fill(first);
        }
        s.push(x[0] * x[1]);
    }
    over_an_argument(&mut stacks, x[0]) + stacks.iter().map(|s| s.sum()).sum::<f64>()
}
check!(
    over_lists_made_here_checks,
    over_lists_made_here(&[1.1, 0.6]),
    over_lists_made_here(&[-0.4, 0.9])
);

type Row = Vec<f64>;

#[differentiable]
fn over_rows_by_another_name(rows: &mut Vec<Row>, k: f64) -> f64 {
    let mut s = 0.0;
    for r in rows.iter_mut() {
        r.push(k);
        r.swap(0, 1);
        r.reverse();
    }
    for (i, r) in rows.iter().enumerate() {
        s += r.first().unwrap() * r[1] * (i + 1) as f64;
        s += r.last().copied().unwrap_or(0.0);
    }
    for r in rows {
        if let Some(v) = r.pop() {
            s += v * v;
        }
        r.fill(k);
        s += r[0];
    }
    s
}

#[differentiable]
fn rows_by_another_name(x: &[f64]) -> f64 {
    let mut rows: Vec<Row> = vec![x.to_vec(), vec![x[1], x[0]]];
    over_rows_by_another_name(&mut rows, x[0] * x[1])
}
check!(
    rows_by_another_name_checks,
    rows_by_another_name(&[1.1, 0.6])
);
