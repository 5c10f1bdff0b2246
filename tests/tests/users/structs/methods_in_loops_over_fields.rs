//! Methods that loop over fields and call small ones of their block, make lists, and use constants beside the fields.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, Mul};

const SCALE: f64 = 1.3;
const COUNT: usize = 3;

mod units {
    pub const KELVIN: f64 = 1.7;
}

#[derive(Clone, Differentiable)]
struct Matrix {
    data: Vec<f64>,
    rows: usize,
    cols: usize,
    length: f64,
}

#[differentiable]
impl Matrix {
    const DAMPING: f64 = 0.98;

    fn index(&self, i: usize, j: usize) -> usize {
        i * self.cols + j
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.data[self.index(i, j)]
    }

    fn kernel(&self, a: f64, b: f64) -> f64 {
        let d = (a - b) / self.length;
        (-d * d).exp() * SCALE
    }

    fn relu(x: f64) -> f64 {
        x.max(0.0)
    }

    fn leaky(x: f64, k: f64) -> f64 {
        Self::relu(x) + k * x.min(0.0)
    }

    fn norm(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.rows {
            for j in 0..self.cols {
                let v = self.at(i, j);
                s += v * v;
            }
        }
        s.sqrt()
    }

    fn bending(&self) -> f64 {
        let mut s = 0.0;
        for i in 1..self.rows - 1 {
            for j in 0..self.cols {
                s += (self.at(i - 1, j) - 2.0 * self.at(i, j) + self.at(i + 1, j)).powi(2);
            }
        }
        s
    }

    fn predict(&self, x: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..self.data.len() {
            s += self.kernel(self.data[i], x) * self.kernel(x * x, self.data[i] + 1.0);
        }
        s
    }

    fn layer(&self, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; self.rows * 2];
        for i in 0..self.rows {
            let row = &self.data[i * self.cols..(i + 1) * self.cols];
            let t = row.iter().zip(x).map(|(a, b)| a * b).sum::<f64>() + self.length;
            y[i] = Self::leaky(t, self.length);
            y[i + self.rows] = t * units::KELVIN;
        }
        y
    }

    fn pushed(&self, x: &[f64]) -> Vec<f64> {
        let mut out = Vec::with_capacity(self.rows);
        for i in 0..self.rows {
            let mut t = self.length;
            for (j, x) in x.iter().enumerate() {
                t += self.at(i, j) * x;
            }
            out.push(t.tanh() * Self::DAMPING);
        }
        out
    }

    fn collected(&self, x: &[f64]) -> Vec<f64> {
        (0..self.rows)
            .map(|i| {
                let z: f64 = (0..self.cols).map(|j| self.at(i, j) * x[j]).sum();
                (z + self.length).tanh()
            })
            .collect()
    }

    fn in_rows(&self, x: &[f64]) -> Vec<f64> {
        let rows = self.data.chunks(self.cols);
        rows.map(|row| row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + SCALE * self.length)
            .collect()
    }

    /// Names that mean something else here than in what is called.
    fn named_alike(&self, d: f64) -> f64 {
        let (i, j, a, b) = (1, 0, 0.3, 0.7);
        let mut s = 0.0;
        for k in 0..self.rows {
            s += self.at(k, i) * self.at(j, i - 1 + j) * self.kernel(b, a) * self.kernel(d, s);
        }
        s
    }

    fn swing(&self, angle: f64, steps: usize) -> f64 {
        let (mut angle, mut speed) = (angle, self.length);
        for _ in 0..steps {
            speed -= 0.05 * SCALE / self.length * angle.sin();
            speed *= Self::DAMPING;
            angle += 0.05 * speed * units::KELVIN;
            if angle > units::KELVIN {
                angle -= self.length;
            }
        }
        angle
    }

    fn by_count(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..COUNT {
            s += self.data[i] * COUNT as f64 * self.length;
        }
        s
    }
}

#[differentiable]
fn of_all(data: &[f64], length: f64) -> f64 {
    let m = Matrix {
        data: data.to_vec(),
        rows: data.len() / 2,
        cols: 2,
        length,
    };
    let mut s = m.norm() + m.bending() + m.predict(length) + m.predict(0.1) + m.by_count();
    s += m.named_alike(length) + m.swing(0.4, 5) * m.swing(2.4, 4);
    let x = [length, 0.7];
    for y in [m.layer(&x), m.pushed(&x), m.collected(&x), m.in_rows(&x)] {
        for (i, y) in y.iter().enumerate() {
            s += y * y * (i + 1) as f64;
        }
    }
    s
}

#[test]
fn methods_of_a_matrix() {
    for at in [
        &[0.9, 0.4, -0.3, 0.8, 1.1, 0.2, -0.9][..],
        &[1.3, -0.8, 0.6, 0.4, 0.3],
        &[0.5, -0.8, -0.6, -0.4, 0.3],
    ] {
        let (by_data, by_length) = of_all::gradient(&at[1..], at[0]);
        let g: Vec<f64> = [by_length].into_iter().chain(by_data).collect();
        assert_grad(|x| of_all(&x[1..], x[0]), at, &g);
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vec2(f64, f64);

#[differentiable]
impl Mul<Vec2> for f64 {
    type Output = Vec2;

    fn mul(self, v: Vec2) -> Vec2 {
        Vec2(self * v.0, self * v.1)
    }
}

#[differentiable]
impl Add for Vec2 {
    type Output = Vec2;

    fn add(self, other: Vec2) -> Vec2 {
        Vec2(self.0 + other.0, self.1 + other.1)
    }
}

const UP: Vec2 = Vec2(0.3, 1.2);
const SINGLE: f32 = 0.5;

#[derive(Clone, Differentiable)]
struct Path {
    w: Vec<f64>,
    k: f64,
}

/// Constants of other types, and what is called as constants are but is none.
#[differentiable]
impl Path {
    fn along(&self) -> Vec2 {
        let mut at = Vec2(self.k, 0.0);
        for i in 0..self.w.len() {
            let step = self.k * self.w[i];
            at = at + step * UP;
        }
        at
    }

    fn single(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.w.len() {
            s += self.w[i] * self.k * f64::from(SINGLE * 2.0);
        }
        s
    }

    #[allow(non_snake_case)]
    fn lent(&self, A: &[f64], K: f64) -> f64 {
        let B = K * self.k;
        let mut s = 0.0;
        for i in 0..A.len() {
            s += A[i] * self.w[i] * B * K;
        }
        s
    }
}

#[differentiable]
fn of_path(w: &[f64], k: f64) -> f64 {
    let path = Path { w: w.to_vec(), k };
    let at = path.along();
    at.0 * at.1 + path.single() + path.lent(&[k, 0.3], w[0])
}

#[test]
fn constants_of_other_types() {
    for at in [[0.4, 0.2, -0.9], [1.1, 0.6, 0.3]] {
        let (mut g, by_k) = of_path::gradient(&at[..2], at[2]);
        g.push(by_k);
        assert_grad(|x| of_path(&x[..2], x[2]), &at, &g);
    }
}
