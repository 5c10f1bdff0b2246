use crate::assert_grad;
use pullback::{Differentiable, differentiable};

fn fd(_: &str, x: &[f64], g: &[f64], f: impl Fn(&[f64]) -> f64) {
    assert_grad(f, x, g);
}

use std::rc::Rc;
#[derive(Differentiable, Clone)]
struct P {
    k: f64,
    v: Vec<f64>,
}
#[differentiable]
impl P {
    fn e(&self, x: f64) -> f64 {
        self.k * x * x + self.v[0]
    }
}
#[derive(Differentiable, Clone)]
struct Q {
    p: Box<P>,
    o: Option<Box<P>>,
    r: Rc<P>,
}
#[differentiable]
fn as_ref1(q: &Q, x: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..2 {
        let b = q.p.as_ref();
        s += b.k * x * x + b.e(x) + q.o.as_ref().map(|b| b.k).unwrap_or(0.0);
        let r = q.r.as_ref();
        s += r.v[i] * x + part(q.r.as_ref(), x) + q.p.as_ref().k;
    }
    s
}
#[differentiable]
fn part(p: &P, x: f64) -> f64 {
    p.k * x * p.v[1]
}
#[differentiable]
fn as_ref2(b: &Box<P>, x: f64) -> f64 {
    let b = b.as_ref();
    b.k * x * b.k
}
fn mk(q: &[f64]) -> Q {
    let p = |a: &[f64]| P {
        k: a[0],
        v: a[1..3].to_vec(),
    };
    Q {
        p: Box::new(p(&q[..3])),
        o: Some(Box::new(p(&q[3..6]))),
        r: Rc::new(p(&q[6..9])),
    }
}
#[test]
fn gradients_are_right() {
    let (g, b) = as_ref2::gradient(
        &Box::new(P {
            k: 2.0,
            v: vec![1.0, 2.0],
        }),
        3.0,
    );
    assert_eq!((g.k, b), (12.0, 4.0));
    let x = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2];
    let (g, b) = as_ref1::gradient(&mk(&x), x[9]);
    let mut all = vec![g.p.k];
    all.extend(g.p.v);
    let o = g.o.unwrap();
    all.push(o.k);
    all.extend(o.v);
    all.push(g.r.k);
    all.extend(g.r.v.clone());
    all.push(b);
    fd("as_ref1", &x, &all, |q| as_ref1(&mk(q), q[9]));
}
