//! Options in fields that are emptied while they are asked for.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Default, Differentiable)]
struct S {
    o: Option<f64>,
    v: Vec<f64>,
    k: f64,
}
#[differentiable]
fn a(x: &[f64]) -> f64 {
    let mut s = S {
        o: Some(x[0] * x[1]),
        v: vec![x[0], x[1]],
        k: x[1],
    };
    let before = s.o.unwrap_or(1.0) * s.k;
    let had = s.o.take().is_some();
    let after = s.o.unwrap_or(x[1]);
    if had { before * after } else { after }
}
#[differentiable]
fn b(x: &[f64]) -> f64 {
    let mut s = S {
        o: Some(x[0] * x[1]),
        v: vec![x[0], x[1]],
        k: x[1],
    };
    let mut n = 0.0;
    while s.o.take().is_some() {
        n += s.k;
        s.o = if n < 3.0 { Some(n * x[0]) } else { None };
    }
    n * s.v[0]
}
#[differentiable]
fn c(x: &[f64]) -> f64 {
    let mut o = Some(x[0]);
    let mut t = 0.0;
    if o.take().is_some() {
        t += 2.0 * x[1];
    }
    o = o.or(Some(x[1] * x[0]));
    t * o.unwrap()
}
#[differentiable]
fn d(s: &mut S, x: f64) -> f64 {
    let k = s.o.unwrap() * x;
    if s.o.take().is_none() {
        return 0.0;
    }
    s.o = Some(k);
    if s.o.replace(x * x).is_some() {
        s.k *= 2.0;
    }
    k * s.o.unwrap()
}
#[differentiable]
fn e(x: &[f64]) -> f64 {
    let mut s = S {
        o: Some(x[0]),
        v: vec![],
        k: x[1],
    };
    let r = d(&mut s, x[1]);
    r * s.k + s.o.unwrap()
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3]] {
        assert_grad(a, &x, &a::gradient(&x));
        assert_grad(a, &x, &a::gradient(&x));
    }
    for x in [[0.7, 1.3]] {
        assert_grad(b, &x, &b::gradient(&x));
        assert_grad(b, &x, &b::gradient(&x));
    }
    for x in [[0.7, 1.3]] {
        assert_grad(c, &x, &c::gradient(&x));
        assert_grad(c, &x, &c::gradient(&x));
    }
    for x in [[0.7, 1.3]] {
        assert_grad(e, &x, &e::gradient(&x));
        assert_grad(e, &x, &e::gradient(&x));
    }
}
