//! What a unique reference leads to, taken, replaced and swapped as a whole.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::mem;

#[derive(Clone, Default, Differentiable)]
struct Account {
    sum: f64,
    history: Vec<f64>,
    best: Option<f64>,
}

#[differentiable]
impl Account {
    fn close(&mut self) -> Account {
        mem::take(self)
    }

    fn reopen(&mut self, with: Account) -> Account {
        mem::replace(self, with)
    }

    fn larger_first(&mut self, other: &mut Account) {
        match self.sum > other.sum {
            true => mem::swap(self, other),
            false => {}
        }
    }
}

#[differentiable]
fn emptied(list: &mut Vec<f64>) -> Vec<f64> {
    std::mem::take(list)
}

#[differentiable]
fn exchanged(a: &mut f64) -> f64 {
    let old = mem::replace(a, 2.0);
    old * *a
}

#[differentiable]
fn all(p: &[f64]) -> f64 {
    let mut a = Account {
        sum: p[0],
        history: p.to_vec(),
        best: None,
    };
    let mut b = Account {
        sum: p[1] * p[0],
        history: vec![p[2]],
        best: Some(p[1]),
    };
    a.larger_first(&mut b);
    let mut c = a.close();
    a.history.push(c.sum * 2.0);
    let d = a.reopen(b);
    let list = emptied(&mut c.history);
    let mut x = c.sum * list[0];
    mem::swap(&mut a.sum, &mut x);
    let y = exchanged(&mut a.sum);
    let z = exchanged(&mut x);
    x * a.sum * d.history[0] + y * a.history[0] + c.best.unwrap_or(1.0) + z * d.best.unwrap_or(p[2])
}

#[test]
fn gradient_is_right() {
    for p in [[1.0, 2.0, 3.0], [2.0, 0.5, 3.0], [-1.0, 0.5, 0.3]] {
        assert_grad(all, &p, &all::gradient(&p));
    }
}
