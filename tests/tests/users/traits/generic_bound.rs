use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Kernel {
    fn eval(&self, a: f64, b: f64) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Rbf {
    length: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Poly {
    offset: f64,
    degree: i32,
}

#[differentiable]
impl Kernel for Rbf {
    fn eval(&self, a: f64, b: f64) -> f64 {
        (-(a - b).powi(2) / (2.0 * self.length.powi(2))).exp()
    }
}

#[differentiable]
impl Kernel for Poly {
    fn eval(&self, a: f64, b: f64) -> f64 {
        (a * b + self.offset).powi(self.degree)
    }
}

#[differentiable]
fn gram_sum<K: Kernel + Differentiable>(k: &K, xs: &[f64]) -> f64 {
    let mut s = 0.0;
    for a in xs {
        for b in xs {
            s += k.eval(*a, *b);
        }
    }
    s
}

#[differentiable]
fn f(length: f64, offset: f64, xs: &[f64]) -> f64 {
    gram_sum(&Rbf { length }, xs) + 0.1 * gram_sum(&Poly { offset, degree: 3 }, xs)
}

#[test]
fn gradient_is_right() {
    let x = [0.5, -0.7, 1.2];
    let (l, o, dx) = f::gradient(0.9, 1.1, &x);
    assert_grad(|v| f(v[0], v[1], &x), &[0.9, 1.1], &[l, o]);
    assert_grad(|x| f(0.9, 1.1, x), &x, &dx);
}
