use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Curve {
    fn at(&self, x: f64) -> f64;
}

#[derive(Clone, Differentiable)]
struct Parabola {
    a: f64,
}

#[differentiable]
impl Curve for Parabola {
    fn at(&self, x: f64) -> f64 {
        self.a * x * x
    }
}

#[derive(Clone, Differentiable)]
struct Scaled<C> {
    inner: C,
    k: f64,
}

#[differentiable]
impl<C: Curve + Differentiable> Scaled<C> {
    fn new(inner: C, k: f64) -> Self {
        Scaled { inner, k }
    }
    fn at(&self, x: f64) -> f64 {
        self.inner.at(x) * self.k
    }
    fn into_value(self, x: f64) -> f64 {
        self.inner.at(x) + self.k
    }
}

#[derive(Clone, Differentiable)]
struct Matrix<const N: usize> {
    rows: [[f64; N]; N],
}

#[differentiable]
fn value<C: Curve + Differentiable>(curve: C, x: f64) -> f64 {
    curve.at(x)
}

#[differentiable]
fn total<C: Curve + Differentiable + Clone>(curves: Vec<C>, x: f64) -> f64 {
    curves.iter().map(|c| c.at(x)).sum()
}

#[differentiable]
fn if_any<C: Curve + Differentiable>(curve: Option<C>, x: f64) -> f64 {
    match curve {
        Some(c) => c.at(x),
        None => x,
    }
}

#[differentiable]
fn through<C: Curve + Differentiable, F: Fn(f64) -> f64>(f: F, curve: C, x: f64) -> f64 {
    f(curve.at(x))
}

#[differentiable]
fn trace<const N: usize>(m: Matrix<N>, k: f64) -> f64 {
    (0..N).map(|i| m.rows[i][i] * m.rows[i][0] * k).sum()
}

#[differentiable]
fn midpoint<const N: usize>(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let h = (b - a) / N as f64;
    (0..N).map(|i| f(a + h * (i as f64 + 0.5))).sum::<f64>() * h
}

#[differentiable]
fn in_branches(x: &[f64]) -> f64 {
    if x[0] > 1.0 {
        value(Parabola { a: x[0] }, x[1])
    } else if x[0] > 0.0 {
        Scaled::new(Parabola { a: x[0] }, x[1]).at(x[1])
    } else {
        let scaled = Scaled::new(Parabola { a: x[1] }, x[0]);
        scaled.into_value(x[0])
    }
}

#[differentiable]
fn after_an_exit(x: &[f64]) -> f64 {
    if x[0] < 0.0 {
        return if_any(None::<Parabola>, x[1]);
    }
    let k = x[1];
    let some = if_any(Some(Parabola { a: x[0] }), x[1]);
    let curves: Vec<Parabola> = x.iter().map(|&a| Parabola { a }).collect();
    let m = Matrix {
        rows: [[x[0], x[1]], [x[1], x[0] * x[1]]],
    };
    some + total(curves, x[0]) + trace(m, x[0]) + through(|v| v * k, Parabola { a: x[0] }, k)
}

#[differentiable]
fn in_loops(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &v in x {
        if v > 1.0 {
            sum += value(Parabola { a: v }, v) + midpoint::<6>(|t| (t * v).sin(), 0.0, x[1]);
        }
    }
    sum
}

#[test]
fn gradients_are_right() {
    for x in [[2.0, 1.1], [0.5, 1.5], [-0.5, 1.2]] {
        for _ in 0..2 {
            assert_grad(in_branches, &x, &in_branches::gradient(&x));
            assert_grad(after_an_exit, &x, &after_an_exit::gradient(&x));
            assert_grad(in_loops, &x, &in_loops::gradient(&x));
        }
    }
}
