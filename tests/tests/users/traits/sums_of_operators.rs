use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait LinearOperator {
    fn apply(&self, x: &[f64]) -> Vec<f64>;
    fn quadratic(&self, x: &[f64]) -> f64 {
        self.apply(x).iter().zip(x).map(|(a, b)| a * b).sum()
    }
}
#[derive(Clone, Differentiable)]
struct Diagonal(Vec<f64>);
#[derive(Clone, Differentiable)]
struct Stencil {
    center: f64,
    side: f64,
}
#[differentiable]
impl LinearOperator for Diagonal {
    fn apply(&self, x: &[f64]) -> Vec<f64> {
        self.0.iter().zip(x).map(|(d, x)| d * x).collect()
    }
}
#[differentiable]
impl LinearOperator for Stencil {
    fn apply(&self, x: &[f64]) -> Vec<f64> {
        let n = x.len();
        (0..n)
            .map(|i| {
                let left = if i > 0 { x[i - 1] } else { 0.0 };
                let right = if i + 1 < n { x[i + 1] } else { 0.0 };
                self.center * x[i] + self.side * (left + right)
            })
            .collect()
    }
}
#[derive(Clone, Differentiable)]
struct Sum<A, B> {
    a: A,
    b: B,
}
#[differentiable]
impl<A: LinearOperator + Differentiable, B: LinearOperator + Differentiable> LinearOperator
    for Sum<A, B>
{
    fn apply(&self, x: &[f64]) -> Vec<f64> {
        let (p, q) = (self.a.apply(x), self.b.apply(x));
        p.into_iter().zip(q).map(|(a, b)| a + b).collect()
    }
}
#[differentiable]
fn energy(d: &[f64], center: f64, side: f64, x: &[f64]) -> f64 {
    let op = Sum {
        a: Diagonal(d.to_vec()),
        b: Stencil { center, side },
    };
    op.quadratic(x)
}
#[test]
fn gradient_is_right() {
    let (d, x) = ([1.0, 2.0, 0.5], [0.3, -0.6, 0.9]);
    let (dd, dc, ds, dx) = energy::gradient(&d, 2.0, -1.0, &x);
    assert_grad(|d| energy(d, 2.0, -1.0, &x), &d, &dd);
    assert_grad(|v| energy(&d, v[0], v[1], &x), &[2.0, -1.0], &[dc, ds]);
    assert_grad(|x| energy(&d, 2.0, -1.0, x), &x, &dx);
}
