//! Fields that are lists of vectors, gone over in all the ways that rows are, beside arrays of arrays and rows of other types.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::Index;

#[derive(Clone, Differentiable)]
struct Layer {
    w: Vec<Vec<f64>>,
    b: Vec<f64>,
    k: f64,
}

#[differentiable]
impl Layer {
    fn by_index(&self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..self.b.len() {
            let mut t = self.b[i];
            for j in 0..x.len() {
                t += self.w[i][j] * x[j];
            }
            s += t * t;
        }
        s
    }

    fn in_a_chain(&self, x: &[f64]) -> Vec<f64> {
        let rows = self.w.iter().zip(&self.b);
        rows.map(|(row, b)| row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + b)
            .collect()
    }

    fn in_pairs(&self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for (row, b) in self.w.iter().zip(&self.b) {
            for j in 0..row.len() {
                s += row[j] * x[j] * b;
            }
        }
        s
    }

    fn squared(&self) -> f64 {
        let mut s = 0.0;
        for row in &self.w {
            for v in row {
                s += v * v * self.k;
            }
        }
        s
    }

    fn of_a_name(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.w.len() {
            let row = &self.w[i];
            for (v, b) in row.iter().zip(&self.b) {
                s += v * b * self.k;
            }
        }
        s
    }

    fn norms(&self) -> f64 {
        let norms = self
            .w
            .iter()
            .map(|row| row.iter().map(|v| v * v).sum::<f64>().sqrt());
        norms.sum::<f64>() * self.k
    }

    fn step(&mut self, rate: f64) {
        for i in 0..self.w.len() {
            for j in 0..self.w[i].len() {
                self.w[i][j] -= rate * self.w[i][j] * self.b[i];
            }
            self.b[i] *= self.k;
        }
    }

    fn bend(&mut self, rate: f64) {
        for (row, b) in self.w.iter_mut().zip(&self.b) {
            for w in row.iter_mut() {
                *w *= rate * b + *w;
            }
        }
    }

    fn one_row(&self, i: usize) -> f64 {
        let mut s = 0.0;
        for (j, v) in self.w[i].iter().enumerate() {
            s += v * (j + 1) as f64 * self.b[i];
        }
        s + self.w.len() as f64
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.w[i][j]
    }

    fn trace(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.b.len().min(self.w[0].len()) {
            s += self.at(i, i) * self.k;
        }
        s
    }
}

#[differentiable]
fn of_layers(x: &[f64]) -> f64 {
    let (a, b, c) = (x[0], x[1], x[2]);
    let mut layer = Layer {
        w: vec![vec![a, b], vec![c, a * b], vec![b * c, 0.3]],
        b: vec![a, c, b],
        k: c,
    };
    let mut s = layer.by_index(&[a, b]) + layer.in_pairs(&[b, c]) + layer.squared();
    s += layer.of_a_name() + layer.norms() + layer.one_row(1) + layer.trace();
    for (i, y) in layer.in_a_chain(&[c, 0.4]).iter().enumerate() {
        s += y * y * (i + 1) as f64;
    }
    layer.step(a);
    s += layer.squared();
    layer.bend(b);
    s += layer.squared() * layer.b[0];
    layer.step(c);
    s + layer.by_index(&[1.0, c])
}

#[differentiable]
fn mixed_in(m: &[Vec<f64>], layer: &mut Layer) -> f64 {
    let mut s = 0.0;
    for i in 0..m.len() {
        for j in 0..layer.b.len() {
            layer.w[j][0] += m[i][j] * layer.b[j];
            s += layer.w[j][0] * layer.k;
        }
    }
    s
}

#[differentiable]
fn of_mixed(x: &[f64]) -> f64 {
    let m = vec![vec![x[0], x[1]], vec![x[1] * x[2], 1.0]];
    let mut layer = Layer {
        w: m.clone(),
        b: vec![x[2], x[0]],
        k: x[1],
    };
    let s = mixed_in(&m, &mut layer);
    s * layer.squared() + layer.by_index(&[x[0], 1.0])
}

#[derive(Clone, Differentiable)]
struct Fixed {
    w: [[f64; 2]; 3],
    b: [f64; 3],
}

#[differentiable]
impl Fixed {
    fn apply(&self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            let mut t = self.b[i];
            for j in 0..2 {
                t += self.w[i][j] * x[j];
            }
            s += t * t;
        }
        s
    }

    fn bend(&mut self, rate: f64) {
        for i in 0..3 {
            for j in 0..2 {
                self.w[i][j] *= rate * self.w[i][j] * self.b[i];
            }
        }
    }
}

#[derive(Clone, Differentiable)]
struct Row(Vec<f64>);

#[differentiable]
impl Index<usize> for Row {
    type Output = f64;

    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

#[derive(Clone, Differentiable)]
struct Others {
    rows: Vec<Row>,
    cube: Vec<Vec<Vec<f64>>>,
    counts: Vec<Vec<usize>>,
    b: Vec<f64>,
}

#[differentiable]
impl Others {
    fn sum(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.rows.len() {
            s += self.rows[i][0] * self.b[i];
        }
        s
    }

    fn of_cube(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.cube.len() {
            for j in 0..self.cube[i].len() {
                s += self.cube[i][j][0] * self.b[i];
                for v in &self.cube[i][j] {
                    s += v * v;
                }
            }
        }
        s
    }

    fn counted(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.counts.len() {
            for n in &self.counts[i] {
                s += self.b[i] * *n as f64 + self.b[self.counts[0][0]];
            }
        }
        s
    }
}

#[differentiable]
fn of_others(x: &[f64]) -> f64 {
    let (a, b, c) = (x[0], x[1], x[2]);
    let mut fixed = Fixed {
        w: [[a, b], [c, a], [b, b]],
        b: [a, b, c],
    };
    let mut s = fixed.apply(&[a, b]);
    fixed.bend(c);
    s += fixed.apply(&[1.0, b]);
    let others = Others {
        rows: vec![Row(vec![a]), Row(vec![b])],
        cube: vec![vec![vec![a, b], vec![c]], vec![vec![b]]],
        counts: vec![vec![1, 2], vec![3]],
        b: vec![c, a],
    };
    s + others.sum() + others.of_cube() * others.counted()
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 0.4, 0.9], [-0.5, 0.8, 0.3]] {
        assert_grad(of_layers, &x, &of_layers::gradient(&x));
        assert_grad(of_mixed, &x, &of_mixed::gradient(&x));
        assert_grad(of_others, &x, &of_others::gradient(&x));
    }
}
