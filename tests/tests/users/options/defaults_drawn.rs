//! What options are given in case that they are empty, where it changes something.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug)]
struct Rng(u64);
impl Rng {
    fn index(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }
    fn unit(&mut self) -> f64 {
        self.index(1000) as f64 / 1000.0
    }
}
fn next(k: &mut usize) -> usize {
    *k += 1;
    *k
}
#[derive(Clone, Debug, Differentiable)]
struct S {
    o: Option<f64>,
    v: Vec<f64>,
}
#[differentiable]
fn a(x: &[f64]) -> f64 {
    let mut rng = Rng(3);
    let mut s = 0.0;
    for i in 0..4 {
        s += x.get(i).copied().unwrap_or(rng.unit()) * rng.unit();
    }
    s
}
#[differentiable]
fn b(x: &[f64]) -> f64 {
    let mut rng = Rng(3);
    let o = if x[0] > 0.5 { Some(x[1]) } else { None };
    let t = o.unwrap_or(rng.unit()) + o.map_or(rng.unit(), |v| v * v);
    t * rng.unit() + x[2] * rng.unit()
}
#[differentiable]
fn c(x: &[f64]) -> f64 {
    let mut k = 0;
    let s = S {
        o: Some(x[0]),
        v: x.to_vec(),
    };
    let t = s.o.unwrap_or(next(&mut k) as f64) * s.v.last().copied().unwrap_or(next(&mut k) as f64)
        + s.v.get(7).copied().unwrap_or(next(&mut k) as f64);
    t * next(&mut k) as f64 * x[1]
}
#[differentiable]
fn d(x: &[f64]) -> f64 {
    let mut rng = Rng(3);
    let u = (x[0] > 0.5).then_some(x[1] * rng.unit()).unwrap_or(0.0);
    let w = Some(x[1]).or(Some(rng.unit())).unwrap();
    let r: Result<f64, f64> = Ok(x[2]);
    let z = r.unwrap_or(rng.unit());
    (u + w + z) * rng.unit() * x[0]
}
#[differentiable]
fn e(x: &[f64]) -> f64 {
    let mut rng = Rng(3);
    let m = x.iter().copied().reduce(f64::max).unwrap_or(rng.unit());
    let n = x
        .iter()
        .find(|v| **v > 100.0)
        .copied()
        .unwrap_or(rng.unit());
    let p = x.iter().position(|v| *v > 1.0).unwrap_or(rng.index(3));
    (m + n * x[1]) * x[p] * rng.unit()
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut k = 0;
    let t = v.pop().unwrap_or(next(&mut k) as f64);
    let w = v.first().copied().unwrap_or({
        k += 2;
        1.0
    });
    let f = x.iter().fold(
        {
            k += 1;
            0.5
        },
        |a, b| a * 0.5 + b,
    );
    t * w * f * k as f64 + x[0]
}
#[differentiable]
fn g(x: &[f64]) -> f64 {
    let mut st = vec![x[0], x[1]];
    let mut s = x[2];
    let t = st.first().copied().unwrap_or({
        s *= 2.0;
        s
    });
    let o: Option<f64> = None;
    let q = o.unwrap_or({
        s *= 3.0;
        s
    });
    t * s + q
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, 0.4], [0.2, 0.6, 1.4]] {
        assert_grad(a, &x, &a::gradient(&x));
        assert_grad(b, &x, &b::gradient(&x));
        assert_grad(c, &x, &c::gradient(&x));
        assert_grad(d, &x, &d::gradient(&x));
        assert_grad(e, &x, &e::gradient(&x));
        assert_grad(f, &x, &f::gradient(&x));
        assert_grad(g, &x, &g::gradient(&x));
    }
}
