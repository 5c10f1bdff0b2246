//! Iterators that methods and functions of the user's give, asked for single items.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Rows {
    c: Vec<usize>,
    v: Vec<f64>,
}
#[differentiable]
impl Rows {
    fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.c[i..].iter().copied().zip(self.v[i..].iter().copied())
    }
    fn vals(&self) -> impl Iterator<Item = f64> + '_ {
        self.v.iter().map(|v| v * v)
    }
    fn a(&self) -> f64 {
        self.row(0)
            .find(|&(j, _)| j == 2)
            .map_or(0.0, |(_, v)| v * v)
    }
    fn b(&self) -> f64 {
        if self.row(0).any(|(j, v)| v > 1.0) {
            self.vals().last().unwrap()
        } else {
            0.0
        }
    }
    fn c(&self) -> f64 {
        self.vals().nth(1).unwrap_or(0.0) + self.vals().max_by(|a, b| a.total_cmp(b)).unwrap()
    }
    fn d(&self) -> f64 {
        self.vals().fold(1.0, |a, v| a * (1.0 + v)) + self.vals().count() as f64 * self.v[0]
    }
    fn e(&self) -> f64 {
        let mut s = 0.0;
        self.vals().for_each(|v| s += v.sin());
        self.row(1).for_each(|(j, v)| s *= v + j as f64);
        s
    }
    fn f(&self) -> f64 {
        self.vals().next().unwrap() * self.vals().min_by(f64::total_cmp).unwrap()
    }
    fn g(&self) -> f64 {
        self.vals().product::<f64>()
            + self.vals().reduce(|a, b| a.max(b)).unwrap_or(0.0)
            + self.vals().position(|v| v > 1.0).map_or(0.0, |k| self.v[k])
    }
    fn h(&self) -> f64 {
        self.vals()
            .zip(self.row(0))
            .map(|(a, (j, b))| a * b * j as f64)
            .sum::<f64>()
            + self.vals().skip(1).step_by(2).sum::<f64>()
    }
    fn i(&self) -> f64 {
        if self.vals().all(|v| v > 0.1) {
            1.5 * self.v[0]
        } else {
            self.v[1]
        }
    }
    fn j(&self) -> f64 {
        self.vals()
            .find_map(|v| if v > 0.5 { Some(v * 3.0) } else { None })
            .unwrap_or(self.v[0])
    }
    fn k(&self) -> f64 {
        self.vals()
            .try_fold(0.0, |a, v| if v < 9.0 { Some(a + v) } else { None })
            .unwrap_or(1.0)
            + self
                .vals()
                .max_by(|a, b| a.partial_cmp(b).unwrap())
                .unwrap_or_default()
    }
    fn l(&self) -> f64 {
        let mut it = self.vals();
        let first = it.next().unwrap_or(0.0);
        first * it.sum::<f64>()
    }
    fn m(&self) -> f64 {
        let v: Vec<f64> = self.vals().collect();
        let [a, b] = v[..2] else { return 0.0 };
        a * b + self.vals().take_while(|v| *v < 1.0).sum::<f64>()
    }
}
#[differentiable]
fn evens(x: &[f64]) -> impl Iterator<Item = f64> + '_ {
    x.iter().step_by(2).copied()
}
#[differentiable]
fn free(x: &[f64]) -> f64 {
    evens(x).find(|v| *v > 0.8).unwrap_or(0.3) * evens(x).last().unwrap()
        + evens(x).fold(0.0, |a, b| a * 0.5 + b)
        + if evens(x).any(|v| v < 0.0) { 1.0 } else { x[0] }
}
#[differentiable]
fn whole(x: &[f64]) -> f64 {
    let r = Rows {
        c: vec![1, 2, 3],
        v: x.to_vec(),
    };
    r.a()
        + r.b()
        + r.c()
        + r.d()
        + r.e()
        + r.f()
        + r.g()
        + r.h()
        + r.i()
        + r.j()
        + r.k()
        + r.l()
        + r.m()
        + free(x)
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, 0.4], [0.2, 0.5, -0.3]] {
        assert_grad(whole, &x, &whole::gradient(&x));
        assert_grad(whole, &x, &whole::gradient(&x));
    }
}
