//! Methods over lists of lists that read like those of floats, where the items are complex numbers, singles, counts and flags.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Differentiable)]
struct C(f64, f64);

#[differentiable]
impl Add for C {
    type Output = C;
    fn add(self, o: C) -> C {
        C(self.0 + o.0, self.1 + o.1)
    }
}

#[differentiable]
impl Sub for C {
    type Output = C;
    fn sub(self, o: C) -> C {
        C(self.0 - o.0, self.1 - o.1)
    }
}

#[differentiable]
impl Mul for C {
    type Output = C;
    fn mul(self, o: C) -> C {
        C(self.0 * o.0 - self.1 * o.1, self.0 * o.1 + self.1 * o.0)
    }
}

#[differentiable]
impl Mul<f64> for C {
    type Output = C;
    fn mul(self, k: f64) -> C {
        C(self.0 * k, self.1 * k)
    }
}

#[differentiable]
impl AddAssign for C {
    fn add_assign(&mut self, o: C) {
        self.0 += o.0;
        self.1 += o.1;
    }
}

#[differentiable]
impl Neg for C {
    type Output = C;
    fn neg(self) -> C {
        C(-self.0, -self.1)
    }
}

#[differentiable]
impl C {
    fn norm(&self) -> f64 {
        self.0 * self.0 + self.1 * self.1
    }
    fn exp(self) -> C {
        C(self.0.exp() * self.1.cos(), self.0.exp() * self.1.sin())
    }
}
const I: C = C(0.0, 1.0);
const SCALE: f32 = 0.5;
const MAX: usize = 3;
const EPS: f64 = 1e-3;

#[derive(Clone, Differentiable)]
struct M {
    d: Vec<Vec<C>>,
    v: Vec<C>,
    k: f64,
    w: Vec<Vec<f32>>,
    idx: Vec<Vec<usize>>,
    on: Vec<Vec<bool>>,
    len: usize,
}

#[differentiable]
impl M {
    fn at(&self, i: usize, j: usize) -> C {
        self.d[i][j]
    }
    fn n2(&self, i: usize) -> f64 {
        self.v[i].norm() * self.k
    }
    fn size(&self) -> usize {
        self.v.len()
    }
    fn row(&self, i: usize) -> &[C] {
        &self.d[i]
    }
    fn apply(&self, x: &[C]) -> Vec<C> {
        let mut out = Vec::new();
        for i in 0..self.d.len() {
            let mut s = C(0.0, 0.0);
            for j in 0..x.len() {
                s += self.d[i][j] * x[j];
            }
            out.push(s);
        }
        out
    }
    fn apply2(&self, x: &[C]) -> Vec<C> {
        self.d
            .iter()
            .map(|row| row.iter().zip(x).fold(C(0.0, 0.0), |s, (a, b)| s + *a * *b))
            .collect()
    }
    fn tr(&self) -> C {
        let mut s = C(0.0, 0.0);
        for i in 0..self.size() {
            s = s + self.at(i, i) * I;
        }
        s
    }
    fn e(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.size() {
            s += self.n2(i) * EPS + self.at(i, 0).norm();
        }
        s
    }
    fn singles(&self) -> f64 {
        let mut s = 0.0;
        for row in &self.w {
            for v in row {
                s += *v as f64 * self.k;
            }
        }
        for i in 0..self.w.len() {
            for j in 0..self.w[i].len() {
                s += (self.w[i][j] * SCALE) as f64 * self.k;
            }
        }
        s
    }
    fn idxs(&self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..self.idx.len() {
            for &j in &self.idx[i] {
                s += x[j] * self.k;
            }
        }
        for i in 0..self.idx.len() {
            for j in 0..self.idx[i].len() {
                if self.on[i][j] {
                    s += x[self.idx[i][j]] * self.idx[i][j] as f64;
                }
            }
        }
        s
    }
    fn step(&mut self, dt: f64) {
        for i in 0..self.v.len() {
            self.v[i] += self.d[i][i] * dt;
            self.v[i] = -self.v[i];
            for j in 0..self.d[i].len() {
                self.d[i][j] = self.d[i][j] * I + self.v[j];
                self.w[i][j] *= 0.5;
                self.idx[i][0] = (self.idx[i][0] + 1) % 2;
            }
        }
        self.len += 1;
    }
    fn expo(&self) -> f64 {
        let mut s = 0.0;
        for row in &self.d {
            for c in row.iter() {
                s += c.exp().norm();
            }
        }
        for c in &self.v {
            s += c.exp().0 * self.k;
        }
        s
    }
    fn cnt(&self) -> usize {
        let mut n = 0;
        for i in 0..MAX.min(self.v.len()) {
            if self.v[i].norm() > EPS {
                n += 1;
            }
        }
        n
    }
    fn srow(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.size() {
            for c in self.row(i) {
                s += c.norm() * self.k;
            }
        }
        s
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let (a, b, c) = (x[0], x[1], x[2]);
    let mut m = M {
        d: vec![vec![C(a, b), C(c, a)], vec![C(b, b), C(a * b, c)]],
        v: vec![C(a, c), C(b, a)],
        k: c,
        w: vec![vec![0.5, 1.0], vec![0.25, 2.0]],
        idx: vec![vec![0, 1], vec![2, 1]],
        on: vec![vec![true, false], vec![true, true]],
        len: 0,
    };
    let y = [C(a, 1.0), C(0.5, b)];
    let mut s =
        m.e() + m.tr().norm() + m.singles() + m.idxs(x) + m.expo() + m.cnt() as f64 + m.srow();
    for (i, c) in m.apply(&y).iter().enumerate() {
        s += c.norm() * (i + 1) as f64;
    }
    for (i, c) in m.apply2(&y).iter().enumerate() {
        s += c.0 * (i + 1) as f64 + c.1;
    }
    m.step(a);
    s += m.e() * 0.1;
    m.step(b);
    s + m.tr().0 + m.srow() + m.singles()
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 0.4, 0.95], [0.3, 0.6, 0.8]] {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
