//! What is taken off a list or out of an option, and only asked whether it is there.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;

#[differentiable]
fn total(v: &[f64]) -> f64 {
    let mut s = 0.0;
    for (k, a) in v.iter().enumerate() {
        s += a * a * (k + 1) as f64;
    }
    s
}
#[differentiable]
fn a(x: &[f64]) -> f64 {
    let mut v = vec![x[0], x[1], x[0] * x[1]];
    let mut s = 0.0;
    while v.pop().is_some() {
        s += v.iter().sum::<f64>() * x[0];
    }
    let mut w = vec![x[0]];
    if w.pop().is_some_and(|t| t > 0.0) {
        s *= x[1];
    }
    s + w.len() as f64
}
#[differentiable]
fn b(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut s = 0.0;
    while let Some(_) = v.pop() {
        s += total(&v);
    }
    s
}
#[differentiable]
fn c(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.pop();
    let a = total(&v);
    let _ = v.pop();
    let b = total(&v);
    _ = v.pop();
    v.pop();
    a * b + v.len() as f64 * x[0]
}
#[differentiable]
fn d(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let Some(_) = v.pop() else { return 0.0 };
    let t = total(&v);
    if v.pop().is_none() {
        return t;
    }
    let u = total(&v);
    let n = v.pop().map(|_| 2.0).unwrap_or(1.0);
    let w = total(&v);
    t * u * n + w + v.pop().map_or(x[0], |_| x[1]) + v.len() as f64
}
#[differentiable]
fn e(x: &[f64]) -> f64 {
    let mut q: VecDeque<f64> = x.iter().copied().collect();
    let mut s = 0.0;
    while q.pop_front().is_some() {
        s += q.iter().sum::<f64>() * x[0];
    }
    let mut r: VecDeque<f64> = x.iter().copied().collect();
    if r.pop_back().is_none() || r.pop_back().is_none() {
        return 0.0;
    }
    s + r.len() as f64 * x[1] + r.iter().sum::<f64>()
}
#[derive(Clone, Debug, Default, Differentiable)]
struct S {
    v: Vec<f64>,
    o: Option<f64>,
    k: f64,
}
#[differentiable]
impl S {
    fn f(&mut self) -> f64 {
        let mut s = 0.0;
        while self.v.pop().is_some() {
            s += total(&self.v);
        }
        if self.o.take().is_some() {
            s *= 2.0;
        }
        s + if self.o.is_none() { 1.0 } else { 0.0 }
    }
    fn g(&mut self, x: f64) -> f64 {
        let a = self.o.unwrap_or(x);
        if self.o.replace(x * x).is_some() {
            self.k *= a;
        }
        let b = self.o.get_or_insert(x);
        *b * self.k + self.v.last().map_or(0.0, |l| l * x)
    }
    fn h(&mut self) -> bool {
        self.v.pop().is_some() && !self.v.is_empty()
    }
    fn i(&mut self) -> f64 {
        let mut s = 0.0;
        while self.h() {
            s += total(&self.v);
        }
        s
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut s = S {
        v: x.to_vec(),
        o: Some(x[0]),
        k: x[1],
    };
    s.f() * s.k + s.v.len() as f64 + s.o.unwrap_or(x[1])
}
#[differentiable]
fn g(x: &[f64]) -> f64 {
    let mut s = S {
        v: x.to_vec(),
        o: Some(x[0]),
        k: x[1],
    };
    s.g(x[1]) + s.o.unwrap_or(0.0) * s.k
}
#[differentiable]
fn i(x: &[f64]) -> f64 {
    let mut s = S {
        v: x.to_vec(),
        o: Some(x[0]),
        k: x[1],
    };
    let r = s.i();
    r * s.k + s.v.iter().sum::<f64>()
}
#[differentiable]
fn k(x: &[f64]) -> f64 {
    let mut st = vec![Some(x[0]), None, Some(x[1])];
    let mut s = 0.0;
    for k in 0..3 {
        if st[k].take().is_some() {
            s += x[k % 2] * (k + 1) as f64;
        }
        s += st.iter().flatten().sum::<f64>() * 0.5;
    }
    if let Some(o) = st.get_mut(0) {
        if o.replace(x[0] * x[0]).is_none() {
            s *= o.unwrap();
        }
    }
    s
}
#[differentiable]
fn l(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut s = total(&v);
    let (p, q) = (v.pop().is_some(), v.pop().is_some());
    if p && q {
        s *= total(&v);
    }
    match v.pop().is_some() {
        true => s += x[0] * v.len() as f64,
        false => s -= x[1],
    }
    let e = v.is_empty() == v.pop().is_none();
    if e { s * x[0] } else { s }
}

#[test]
fn gradients_are_right() {
    for x in [vec![0.7, 1.3], vec![-0.7, 0.3]] {
        assert_grad(a, &x, &a::gradient(&x));
        assert_grad(a, &x, &a::gradient(&x));
    }
    for x in [vec![0.7, 1.3, 0.4, 0.8]] {
        assert_grad(b, &x, &b::gradient(&x));
        assert_grad(b, &x, &b::gradient(&x));
    }
    for x in [vec![0.7, 1.3, 0.4, 0.8, 0.9]] {
        assert_grad(c, &x, &c::gradient(&x));
        assert_grad(c, &x, &c::gradient(&x));
    }
    for x in [
        vec![0.7, 1.3, 0.4, 0.8, 0.9],
        vec![0.7, 0.2],
        vec![0.8, 0.3, 0.4],
    ] {
        assert_grad(d, &x, &d::gradient(&x));
        assert_grad(d, &x, &d::gradient(&x));
    }
    for x in [vec![0.7, 1.3, 0.4, 0.8]] {
        assert_grad(e, &x, &e::gradient(&x));
        assert_grad(e, &x, &e::gradient(&x));
    }
    for x in [vec![0.7, 1.3, 0.4, 0.8]] {
        assert_grad(f, &x, &f::gradient(&x));
        assert_grad(f, &x, &f::gradient(&x));
    }
    for x in [vec![0.7, 1.3, 0.4, 0.8]] {
        assert_grad(g, &x, &g::gradient(&x));
        assert_grad(g, &x, &g::gradient(&x));
    }
    for x in [vec![0.7, 1.3, 0.4, 0.8]] {
        assert_grad(i, &x, &i::gradient(&x));
        assert_grad(i, &x, &i::gradient(&x));
    }
    for x in [vec![0.7, 1.3]] {
        assert_grad(k, &x, &k::gradient(&x));
        assert_grad(k, &x, &k::gradient(&x));
    }
    for x in [
        vec![0.7, 1.3, 0.9],
        vec![0.7, 1.3],
        vec![0.4, 0.5, 0.6, 0.7],
    ] {
        assert_grad(l, &x, &l::gradient(&x));
        assert_grad(l, &x, &l::gradient(&x));
    }
}
