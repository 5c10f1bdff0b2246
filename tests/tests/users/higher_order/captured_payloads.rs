use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
enum Curve {
    Flat,
    Line { a: f64, b: f64 },
    Exp(f64),
}
#[differentiable]
fn integrate<F: Fn(f64) -> f64>(f: F, lo: f64, hi: f64, n: usize) -> f64 {
    let h = (hi - lo) / n as f64;
    (0..n).map(|i| f(lo + (i as f64 + 0.5) * h) * h).sum()
}
#[differentiable]
impl Curve {
    fn area(&self, hi: f64) -> f64 {
        match self {
            Curve::Flat => integrate(|_| 2.0, 0.0, hi, 4),
            Curve::Line { a, b } => integrate(|x| a * x + b, 0.0, hi, 4),
            Curve::Exp(k) => integrate(|x| (k * x).exp(), 0.0, hi, 4),
        }
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let c = [
        Curve::Flat,
        Curve::Line { a: x[0], b: x[1] },
        Curve::Exp(x[2]),
    ];
    c.iter().map(|c| c.area(x[3])).sum()
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.1, 0.2, 0.5, 0.7], &[0.3, 0.5, 1.0, 2.0]],
    );
}
