use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Price {
    fn price(&self, t: f64) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Bond {
    face: f64,
    rate: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Annuity {
    payments: Vec<f64>,
    rate: f64,
}

#[differentiable]
impl Price for Bond {
    fn price(&self, t: f64) -> f64 {
        self.face * (-self.rate * t).exp()
    }
}

#[differentiable]
impl Price for Annuity {
    fn price(&self, t: f64) -> f64 {
        self.payments
            .iter()
            .enumerate()
            .map(|(i, p)| p / (1.0 + self.rate).powf(t + i as f64))
            .sum()
    }
}

#[differentiable]
fn duration(p: &(impl Price + Differentiable), t: f64) -> f64 {
    let h = 0.01;
    (p.price(t + h) - p.price(t - h)) / (2.0 * h) / p.price(t)
}

#[differentiable]
fn f(face: f64, rate: f64, payments: &[f64]) -> f64 {
    let b = Bond { face, rate };
    let a = Annuity {
        payments: payments.to_vec(),
        rate: rate * 1.1,
    };
    duration(&b, 1.0) + duration(&a, 2.0) * b.price(0.5)
}

#[test]
fn gradient_is_right() {
    let p = [0.5, 0.7, 1.2];
    let (a, b, dp) = f::gradient(0.8, 0.06, &p);
    assert_grad(|v| f(v[0], v[1], &p), &[0.8, 0.06], &[a, b]);
    assert_grad(|p| f(0.8, 0.06, p), &p, &dp);
}
