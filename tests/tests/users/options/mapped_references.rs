use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Row {
    key: usize,
    w: Vec<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Table {
    rows: Vec<Row>,
    bias: f64,
}

#[differentiable]
impl Table {
    fn new(x: &[f64]) -> Self {
        let rows = x
            .chunks(2)
            .enumerate()
            .map(|(key, c)| Row { key, w: c.to_vec() });
        Table {
            rows: rows.collect(),
            bias: x[0],
        }
    }
    fn row(&self, key: usize) -> Option<&Row> {
        self.rows.iter().find(|r| r.key == key)
    }
    fn weights(&self, key: usize) -> Option<&[f64]> {
        self.row(key).map(|r| r.w.as_slice())
    }
    fn bias(&self) -> Option<&f64> {
        if self.bias > 0.0 {
            Some(&self.bias)
        } else {
            None
        }
    }
}

#[differentiable]
fn looked_up(x: &[f64]) -> f64 {
    let t = Table::new(x);
    let mut s = 0.0;
    for k in 0..4 {
        s += t.row(k).map_or(x[0] * 0.5, |r| r.w[0] * r.w[1] * x[1]);
        s *= 1.1;
        s += t.row(k).map(|r| r.w[1].sin() * x[2]).unwrap_or(x[1]);
        let large = t.row(k).and_then(|r| {
            if r.w[0] > 0.5 {
                Some(r.w[0] * x[1])
            } else {
                None
            }
        });
        s += large.unwrap_or(x[3]);
    }
    let sum = t.weights(0).map_or(0.0, |w| w.iter().sum::<f64>() * x[0]);
    s + sum + t.weights(9).map_or(x[0], |w| w[0])
}

/// What is referred to changes after it was asked.
#[differentiable]
fn changed_afterwards(x: &[f64]) -> f64 {
    let mut t = Table::new(x);
    let a: f64 = t.bias().map_or(1.0, |b| b * b);
    t.bias = x[1] * x[1] * a;
    let b: f64 = t.bias().map_or(1.0, |b| b * b);
    t.bias = -t.bias;
    let c: f64 = t.bias().map_or(x[2], |b| b * b);
    a + b * c
}

#[test]
fn gradient_is_right() {
    for x in [
        [0.3, 1.2, -0.7, 2.0],
        [0.9, 1.2, 0.7, 2.0],
        [-0.9, 1.2, 0.7, 2.0],
    ] {
        for _ in 0..2 {
            assert_grad(|x| looked_up(x), &x, &looked_up::gradient(&x));
            assert_grad(
                |x| changed_afterwards(x),
                &x,
                &changed_afterwards::gradient(&x),
            );
        }
    }
}
