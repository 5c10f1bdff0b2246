use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Integrand {
    fn at(&self, x: f64) -> f64;
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Gaussian {
    mu: f64,
    s: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Product<A, B>(A, B);

#[derive(Clone, Copy, Debug, Differentiable)]
struct Sine(f64);

#[differentiable]
impl Integrand for Gaussian {
    fn at(&self, x: f64) -> f64 {
        (-0.5 * ((x - self.mu) / self.s).powi(2)).exp()
    }
}

#[differentiable]
impl Integrand for Sine {
    fn at(&self, x: f64) -> f64 {
        (self.0 * x).sin()
    }
}

#[differentiable]
impl<A: Integrand + Differentiable, B: Integrand + Differentiable> Integrand for Product<A, B> {
    fn at(&self, x: f64) -> f64 {
        self.0.at(x) * self.1.at(x)
    }
}

const NODES: [(f64, f64); 3] = [
    (-0.774596669, 0.555555556),
    (0.0, 0.888888889),
    (0.774596669, 0.555555556),
];

#[differentiable]
fn integrate<I: Integrand + Differentiable>(f: &I, a: f64, b: f64) -> f64 {
    let (half, mid) = (0.5 * (b - a), 0.5 * (a + b));
    NODES
        .iter()
        .map(|(x, w)| w * f.at(mid + half * x))
        .sum::<f64>()
        * half
}

#[differentiable]
fn overlap(mu: f64, s: f64, k: f64, b: f64) -> f64 {
    let p = Product(Gaussian { mu, s }, Product(Sine(k), Sine(2.0 * k)));
    integrate(&p, 0.0, b) + integrate(&p.0, b, 2.0 * b)
}

#[test]
fn gradient_is_right() {
    let v = [0.3, 0.9, 1.4, 1.1];
    let (a, b, c, d) = overlap::gradient(v[0], v[1], v[2], v[3]);
    assert_grad(|v| overlap(v[0], v[1], v[2], v[3]), &v, &[a, b, c, d]);
}
