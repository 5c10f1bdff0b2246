//! Whole numbers that become floats where they are passed: `curve.discount(year.into())`.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Curve {
    rates: Vec<f64>,
}

#[differentiable]
impl Curve {
    fn discount(&self, t: f64) -> f64 {
        (-self.rates[0] * t - self.rates[1] * t * t).exp()
    }

    fn par_rate(&self, maturity: u32) -> f64 {
        let annuity: f64 = (1..=maturity).map(|year| self.discount(year.into())).sum();
        (1.0 - self.discount(maturity.into())) / annuity
    }
}

#[differentiable]
fn weighed(k: f64, by: f64) -> f64 {
    k * by.sqrt()
}

#[differentiable]
fn rates(x: &[f64]) -> f64 {
    let curve = Curve { rates: x.to_vec() };
    let n: u32 = 4;
    let mut sum = curve.par_rate(n);
    for i in 1..n {
        sum += weighed(sum, i.into()) * weighed(x[0], n.into());
    }
    sum
}

#[test]
fn gradients_are_right() {
    let x = [0.02, 0.003];
    let gradient = rates::gradient(&x);
    assert_grad(rates, &x, &gradient);
    assert_eq!(gradient, rates::gradient(&x));
}
