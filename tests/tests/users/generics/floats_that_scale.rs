//! Bounds that say what floats do with a type parameter: `f64: Mul<S, Output = S>`.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, Mul};
#[derive(Clone, Copy, Differentiable)]
struct P {
    s: f64,
    i: f64,
}
#[differentiable]
impl Add for P {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self {
            s: self.s + o.s,
            i: self.i * o.i,
        }
    }
}
#[differentiable]
impl Mul<P> for f64 {
    type Output = P;
    fn mul(self, o: P) -> P {
        P {
            s: self * o.s,
            i: self * o.i,
        }
    }
}
#[differentiable]
impl<'a> Mul<&'a P> for f64 {
    type Output = P;
    fn mul(self, o: &'a P) -> P {
        P {
            s: self * o.s,
            i: self * o.i,
        }
    }
}
#[differentiable]
fn mix<S>(points: &[S], t: f64) -> Option<S>
where
    S: Copy + Add<Output = S>,
    f64: Mul<S, Output = S>,
{
    let (first, rest) = points.split_first()?;
    let mut total = t * *first;
    for p in rest {
        total = total + t * *p;
    }
    Some(total)
}
#[derive(Clone, Differentiable)]
struct Blend<S> {
    a: S,
    b: S,
}
#[differentiable]
impl<S> Blend<S>
where
    S: Copy + Add<Output = S>,
    f64: Mul<S, Output = S>,
{
    fn at(&self, t: f64) -> S {
        let left = 1.0 - t;
        t * self.a + left * self.b
    }
    /// rustc takes each factor of an `f64` for an `S` here, those of derivatives as well.
    fn eased(&self, t: f64) -> S {
        let left = (1.0 - t).powi(2) / 3.0 + t.sqrt() / t.exp();
        (t / 2.0) * self.a + left * self.b
    }
}
#[differentiable]
fn scaled<'a, S>(p: &'a S, k: f64) -> S
where
    f64: Mul<&'a S, Output = S>,
{
    k * p
}
#[differentiable]
fn blended(x: &[f64]) -> f64 {
    let ps = [P { s: x[0], i: x[1] }, P { s: x[2], i: x[0] }];
    let m = mix(&ps, x[1]).unwrap();
    let q = Blend { a: m, b: ps[0] }.at(x[2]);
    let r = scaled(&q, x[0]);
    let e = Blend { a: m, b: ps[1] }.eased(x[0] * x[0] / 3.0);
    m.s * m.i + q.i * r.s + r.i + e.s * e.i
}

#[differentiable]
fn heun<S, F>(y: S, h: f64, g: F) -> S
where
    S: Copy + Add<Output = S> + Differentiable,
    f64: Mul<S, Output = S>,
    F: Fn(S) -> S,
{
    let k1 = g(y);
    let k2 = g(y + h * k1);
    y + (h / 2.0) * (k1 + k2)
}
#[differentiable]
fn steps(x: &[f64]) -> f64 {
    let k = x[2];
    let y = heun(P { s: x[0], i: x[1] }, k, |p: P| P {
        s: p.s * k,
        i: p.i + p.s,
    });
    y.s * y.i
}

#[test]
fn floats_scale_parameters() {
    for x in [[1.5, 0.3, 0.1], [1.5, 1.3, -0.1]] {
        assert_grad(blended, &x, &blended::gradient(&x));
        assert_grad(steps, &x, &steps::gradient(&x));
    }
}
