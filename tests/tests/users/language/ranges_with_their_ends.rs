//! Loops over indices whose ranges hold their ends, which are fields, parts of tuples and constants.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Poly {
    degree: usize,
    c: Vec<f64>,
}
#[differentiable]
impl Poly {
    fn at(&self, x: f64) -> f64 {
        let d = self.degree;
        let mut p = vec![1.0; d + 1];
        for i in 1..=d {
            p[i] = p[i - 1] * x;
        }
        let mut s = 0.0;
        for i in 0..=self.degree {
            s += self.c[i] * p[i];
        }
        for i in (0..=d).rev() {
            s += 0.1 * p[i];
        }
        let last = p.len() - 1;
        for i in 0..=last {
            s *= 1.0 + 0.01 * p[i];
        }
        s + p[d]
    }
}
#[differentiable]
fn f(c: &[f64], x: f64) -> f64 {
    let p = Poly {
        degree: c.len() - 1,
        c: c.to_vec(),
    };
    p.at(x) + p.at(0.5)
}
#[differentiable]
fn g(c: &[f64], n: &usize, lim: (usize, usize)) -> f64 {
    let mut s = 0.0;
    for i in 0..=*n {
        s += c[i] * c[i];
    }
    for i in lim.0..=lim.1 {
        s += c[i].sin();
    }
    let (a, b) = lim;
    for i in a..=b {
        for j in a..=i {
            s += c[i] * c[j];
        }
    }
    const K: usize = 2;
    for i in 0..=K {
        s += c[i];
    }
    s
}
#[differentiable]
fn h<const N: usize>(c: &[f64; N], m: u32) -> f64 {
    let mut s = 0.0;
    for i in 0..=N - 1 {
        s += c[i] * c[i];
    }
    for k in 0..=m as usize {
        s += c[k].cos();
    }
    for k in 1..=m {
        s *= c[0] * k as f64;
    }
    s
}
#[test]
fn ends_are_come_to() {
    let points: [&[f64]; 2] = [&[0.3, 1.0, 0.4, 0.7], &[0.6, 0.1, 0.9, 0.5]];
    let all = |(dc, dx): (Vec<f64>, f64)| [vec![dx], dc].concat();
    check(
        |x| f(&x[1..], x[0]),
        |x| all(f::gradient(&x[1..], x[0])),
        &points,
    );
    check(
        |x| g(x, &2, (1, 3)),
        |x| g::gradient(x, &2, (1, 3)),
        &points,
    );
    let of = |x: &[f64]| [x[0], x[1], x[2], x[3]];
    check(
        |x| h(&of(x), 2),
        |x| h::gradient(&of(x), 2).to_vec(),
        &points,
    );
}
