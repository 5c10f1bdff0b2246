use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Distribution {
    fn log_density(&self, x: f64) -> f64;
}

#[differentiable]
trait Scored: Distribution {
    fn score(&self, xs: &[f64]) -> f64 {
        let mut s = 0.0;
        for &x in xs {
            s += self.log_density(x);
        }
        s / xs.len() as f64
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Exponential {
    rate: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Gauss {
    mu: f64,
    sd: f64,
}

#[differentiable]
impl Distribution for Exponential {
    fn log_density(&self, x: f64) -> f64 {
        self.rate.ln() - self.rate * x
    }
}

#[differentiable]
impl Distribution for Gauss {
    fn log_density(&self, x: f64) -> f64 {
        -0.5 * ((x - self.mu) / self.sd).powi(2) - self.sd.ln()
    }
}

#[differentiable]
impl Scored for Exponential {}
#[differentiable]
impl Scored for Gauss {
    fn score(&self, xs: &[f64]) -> f64 {
        2.0 * xs.iter().map(|&x| self.log_density(x)).sum::<f64>()
    }
}

#[differentiable]
fn f(rate: f64, mu: f64, sd: f64, xs: &[f64]) -> f64 {
    Exponential { rate }.score(xs) + Gauss { mu, sd }.score(xs)
}

#[test]
fn gradient_is_right() {
    let x = [0.5, 0.7, 1.2];
    let (a, b, c, dx) = f::gradient(0.8, 0.6, 1.4, &x);
    assert_grad(|v| f(v[0], v[1], v[2], &x), &[0.8, 0.6, 1.4], &[a, b, c]);
    assert_grad(|x| f(0.8, 0.6, 1.4, x), &x, &dx);
}
