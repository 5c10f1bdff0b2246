//! Methods of one's own types that are called like those of lists and options, beside those in lists of lists and options
//! of such values, and of generic types.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Mark {
    v: f64,
}
#[differentiable]
impl Mark {
    fn push(&mut self, k: f64) {
        self.v += k;
    }
    fn last(&self) -> f64 {
        self.v * 2.0
    }
    fn take(&mut self) -> f64 {
        let v = self.v;
        self.v = 0.5;
        v
    }
    fn swap(&mut self, o: &mut Mark) {
        std::mem::swap(&mut self.v, &mut o.v);
    }
    fn map(&self, k: f64) -> f64 {
        self.v * k
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Grid {
    rows: Vec<Vec<Mark>>,
    spare: Vec<Option<Mark>>,
    one: Option<Mark>,
    boxed: Box<Mark>,
}
#[differentiable]
fn nested(x: &[f64]) -> f64 {
    let mut g = Grid {
        rows: vec![vec![Mark { v: x[0] }], vec![]],
        spare: vec![Some(Mark { v: x[1] }), None],
        one: Some(Mark { v: x[2] }),
        boxed: Box::new(Mark { v: x[0] * x[1] }),
    };
    g.rows[1].push(Mark { v: x[1] });
    g.rows[0].push(Mark { v: x[2] * x[2] });
    g.rows[0].swap(0, 1);
    g.rows[0][0].push(2.0);
    let a = g.rows[0].last().unwrap().last() + g.rows[0][0].last();
    let b = g.spare[0].take().map(|c| c.v * 3.0).unwrap_or(0.1) + g.spare[1].map_or(x[0], |c| c.v);
    let c = g.one.take().map(|c| c.map(1.5)).unwrap_or(0.0);
    let d = g.boxed.take() * g.boxed.map(2.0);
    let mut s = 0.0;
    for row in &g.rows {
        for q in row {
            s += q.last() * q.map(0.3);
        }
    }
    for row in g.rows.iter_mut() {
        if let Some(q) = row.last_mut() {
            s += q.take();
        }
        row.reverse();
        row.push(Mark { v: s });
    }
    a * b
        + c * d
        + s
        + g.rows
            .iter()
            .map(|r| r.iter().map(|q| q.last()).sum::<f64>())
            .sum::<f64>()
        + g.rows.concat().iter().map(|q| q.map(2.0)).sum::<f64>()
}

check!(in_lists_of_lists_and_options, nested(&[0.3, 0.5, 0.7]));

#[derive(Clone, Debug, Differentiable)]
struct Pile<T> {
    items: Vec<T>,
    gain: f64,
}
#[differentiable]
impl Pile<f64> {
    fn push(&mut self, x: f64) {
        self.items.push(x * self.gain);
    }
    fn pop(&mut self) -> f64 {
        self.items.pop().unwrap_or(0.0)
    }
    fn take(&mut self, n: usize) -> f64 {
        let mut s = 0.0;
        for _ in 0..n {
            s += self.pop();
        }
        s
    }
    fn split_at(&self, k: f64) -> (f64, f64) {
        (self.gain * k, self.items[0])
    }
    fn fold(&self) -> f64 {
        self.items.iter().fold(1.0, |a, b| a * b)
    }
}
#[differentiable]
fn made_here(x: &[f64]) -> f64 {
    let mut s = Pile {
        items: vec![x[0]],
        gain: x[1],
    };
    s.push(x[2]);
    s.push(x[0]);
    let (a, b) = s.split_at(2.0);
    let f = s.fold();
    a * b + f + s.take(2)
}
#[differentiable]
fn by_ref(s: &mut Pile<f64>, x: f64) -> f64 {
    s.push(x);
    let (a, b) = s.split_at(x);
    a * b + s.take(1) * s.fold()
}
#[differentiable]
fn lent(x: &[f64]) -> f64 {
    let mut s = Pile {
        items: vec![x[0], x[1]],
        gain: x[2],
    };
    by_ref(&mut s, x[0]) * s.pop()
}

check!(of_generic_types, made_here(&[0.3, 0.5, 0.7]));
check!(of_generic_types_that_are_lent, lent(&[0.3, 0.5, 0.7]));
