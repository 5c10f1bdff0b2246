//! Values that methods of the user's types give, with methods that are named like those of vectors.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Table {
    scale: f64,
    cells: Vec<f64>,
}

#[differentiable]
impl Table {
    fn get(&self, i: usize) -> f64 {
        self.cells[i % self.cells.len()] * self.scale
    }

    fn first(&self) -> f64 {
        self.cells[0] + self.scale
    }

    fn push(&mut self, x: f64) -> f64 {
        self.cells.push(x.sin());
        self.scale * x
    }

    fn scaled(&self, by: f64) -> Table {
        Table {
            scale: self.scale * by,
            ..self.clone()
        }
    }

    fn values(&self) -> Vec<f64> {
        self.cells.iter().map(|c| c * self.scale).collect()
    }
}

#[differentiable]
fn of_tables(x: &[f64]) -> f64 {
    let table = Table {
        scale: x[0],
        cells: x.to_vec(),
    };
    let other = table.scaled(x[1]);
    let mut last = other.scaled(2.0).scaled(x[2]);
    let pushed = last.push(x[3]);
    let mut s = other.get(5) * last.first() + pushed * last.get(4);
    for i in 0..3 {
        let each = last.scaled(0.5 + i as f64);
        s += each.get(i) * each.first();
    }
    s
}

#[differentiable]
fn of_vectors(x: &[f64]) -> f64 {
    let table = Table {
        scale: x[0],
        cells: x.to_vec(),
    };
    let mut values = table.values();
    values.push(x[1] * x[2]);
    values.swap(0, 2);
    let popped = values.pop().unwrap_or(0.0);
    let first = values.first().copied().unwrap_or_default();
    let missing = values.get(17).map_or(x[3], |v| v * 2.0);
    if let Some(v) = values.get(1) {
        return popped * first + v * missing;
    }
    first
}

#[test]
fn gradients_are_right() {
    let x = [0.4, 0.7, 1.3, -0.6];
    assert_grad(of_tables, &x, &of_tables::gradient(&x));
    assert_grad(of_vectors, &x, &of_vectors::gradient(&x));
}
