//! A type of the user's whose methods have the names of those of vectors and iterators.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, Mul};
#[derive(Clone, Debug, Differentiable)]
struct Signal {
    v: Vec<f64>,
    rate: f64,
}
#[allow(clippy::len_without_is_empty)]
#[differentiable]
impl Signal {
    fn new(v: Vec<f64>) -> Self {
        Signal { v, rate: 2.0 }
    }
    fn len(&self) -> usize {
        self.v.len()
    }
    fn get(&self, i: usize) -> f64 {
        self.v[i % self.v.len()]
    }
    fn first(&self) -> f64 {
        self.v[0]
    }
    fn min(&self) -> f64 {
        self.v.iter().copied().fold(f64::INFINITY, f64::min)
    }
    fn max(&self, o: &Signal) -> Signal {
        Signal::new(self.v.iter().zip(&o.v).map(|(a, b)| a.max(*b)).collect())
    }
    fn abs(&self) -> Signal {
        Signal {
            v: self.v.iter().map(|a| a.abs()).collect(),
            rate: self.rate,
        }
    }
    fn sqrt(&self) -> Signal {
        Signal {
            v: self.v.iter().map(|a| a.abs().sqrt()).collect(),
            ..self.clone()
        }
    }
    fn powi(&self, n: i32) -> Signal {
        Signal {
            v: self.v.iter().map(|a| a.powi(n)).collect(),
            rate: self.rate,
        }
    }
    fn exp(self) -> Self {
        Signal {
            v: self.v.into_iter().map(f64::exp).collect(),
            rate: self.rate,
        }
    }
    fn push(&mut self, x: f64) {
        self.v.push(x * self.rate);
    }
    fn pop(&mut self) -> f64 {
        self.v.pop().unwrap_or(0.0)
    }
    fn insert(&mut self, i: usize, x: f64) {
        self.v.insert(i, x);
    }
    fn swap(&mut self, i: usize, j: usize) {
        self.v.swap(i, j);
    }
    fn split(&self, at: usize) -> (Signal, Signal) {
        (
            Signal::new(self.v[..at].to_vec()),
            Signal::new(self.v[at..].to_vec()),
        )
    }
    fn concat(&self, o: &Signal) -> Signal {
        Signal::new([self.v.clone(), o.v.clone()].concat())
    }
    fn clamp(&self, lo: f64, hi: f64) -> Signal {
        Signal {
            v: self.v.iter().map(|a| a.clamp(lo, hi)).collect(),
            rate: self.rate,
        }
    }
    fn reverse(&self) -> Signal {
        let mut o = self.clone();
        o.v.reverse();
        o
    }
    fn filter(&self, cutoff: f64) -> Signal {
        let mut y = 0.0;
        Signal {
            v: self
                .v
                .iter()
                .map(|x| {
                    y += cutoff * (x - y);
                    y
                })
                .collect(),
            rate: self.rate,
        }
    }
    fn take(&self, n: usize) -> Signal {
        Signal {
            v: self.v.iter().take(n).copied().collect(),
            rate: self.rate,
        }
    }
    fn skip(&self, n: usize) -> Signal {
        Signal {
            v: self.v[n..].to_vec(),
            rate: self.rate,
        }
    }
    fn dot(&self, o: &Signal) -> f64 {
        self.v.iter().zip(&o.v).map(|(a, b)| a * b).sum()
    }
    fn replace(&mut self, i: usize, x: f64) -> f64 {
        std::mem::replace(&mut self.v[i], x)
    }
    fn contains(&self, x: f64) -> bool {
        self.v.iter().any(|v| (v - x).abs() < 1e-3)
    }
    fn count(&self) -> usize {
        self.v.len()
    }
    fn sum(&self) -> f64 {
        self.v.iter().sum()
    }
    fn step(&mut self, dt: f64) -> f64 {
        for v in &mut self.v {
            *v += dt * self.rate;
        }
        self.sum()
    }
}
#[differentiable]
impl Add<&Signal> for Signal {
    type Output = Signal;
    fn add(mut self, o: &Signal) -> Signal {
        for (a, b) in self.v.iter_mut().zip(&o.v) {
            *a += b;
        }
        self
    }
}
#[differentiable]
impl Mul<Signal> for f64 {
    type Output = Signal;
    fn mul(self, o: Signal) -> Signal {
        Signal {
            v: o.v.iter().map(|x| x * self).collect(),
            rate: o.rate,
        }
    }
}
#[differentiable]
fn f1(x: &[f64]) -> f64 {
    let s = Signal::new(x.to_vec());
    s.first() * s.get(4)
        + s.min()
        + s.len() as f64
        + if s.contains(0.3) {
            s.abs().sum()
        } else {
            s.sqrt().sum()
        }
}
#[differentiable]
fn f2(x: &[f64]) -> f64 {
    let s = Signal::new(x.to_vec());
    let t = 0.5 * s.clone();
    let u = s.max(&t).powi(2) + &t;
    u.clamp(0.1, 2.0).exp().sum() * u.dot(&t)
}
#[differentiable]
fn f3(x: &[f64]) -> f64 {
    let mut s = Signal::new(vec![]);
    for &v in x {
        s.push(v);
    }
    s.insert(1, x[0] * x[1]);
    s.swap(0, 2);
    let last = s.pop();
    let old = s.replace(0, last);
    s.step(x[0]) * old + s.dot(&s)
}
#[differentiable]
fn f4(x: &[f64]) -> f64 {
    let s = Signal::new(x.to_vec());
    let (a, b) = s.split(1);
    let c = a.concat(&b).reverse().filter(x[0]);
    c.take(2).sum() + c.skip(1).sum() * c.count() as f64
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    f1(x) + f2(x) + f3(x) + f4(x)
}

#[test]
fn gradient_is_right() {
    for x in [[0.3, 0.9, 1.3], [0.5, 0.9, 1.3]] {
        assert_grad(f, &x, &f::gradient(&x));
        assert_grad(f, &x, &f::gradient(&x));
    }
}
