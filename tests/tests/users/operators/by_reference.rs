use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Mul};

#[derive(Clone, Debug, Differentiable)]
struct Poly {
    c: Vec<f64>,
}

#[differentiable]
impl Add<&Poly> for &Poly {
    type Output = Poly;
    fn add(self, rhs: &Poly) -> Poly {
        let n = self.c.len().max(rhs.c.len());
        let at = |p: &Poly, i: usize| if i < p.c.len() { p.c[i] } else { 0.0 };
        Poly {
            c: (0..n).map(|i| at(self, i) + at(rhs, i)).collect(),
        }
    }
}

#[differentiable]
impl<'a> Mul<&'a Poly> for &'a Poly {
    type Output = Poly;
    fn mul(self, rhs: &'a Poly) -> Poly {
        let mut c = vec![0.0; self.c.len() + rhs.c.len() - 1];
        for (i, a) in self.c.iter().enumerate() {
            for (j, b) in rhs.c.iter().enumerate() {
                c[i + j] += a * b;
            }
        }
        Poly { c }
    }
}

#[differentiable]
fn f(a: &[f64], b: &[f64], x: f64) -> f64 {
    let p = Poly { c: a.to_vec() };
    let q = Poly { c: b.to_vec() };
    let r = &(&p * &q) + &p;
    r.c.iter().rev().fold(0.0, |acc, c| acc * x + c)
}

#[test]
fn gradient_is_right() {
    let (a, b) = ([0.4, 1.0, -0.3], [0.9, 0.2]);
    let (da, db, dx) = f::gradient(&a, &b, 0.7);
    assert_grad(|v| f(v, &b, 0.7), &a, &da);
    assert_grad(|v| f(&a, v, 0.7), &b, &db);
    assert_grad(|v| f(&a, &b, v[0]), &[0.7], &[dx]);
}
