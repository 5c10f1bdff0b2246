use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Poly {
    coeffs: Vec<f64>,
}

#[derive(Clone, Differentiable)]
struct Filter {
    taps: Box<[f64]>,
    state: Vec<f64>,
}

#[differentiable]
impl From<&[f64]> for Poly {
    fn from(coeffs: &[f64]) -> Self {
        Poly {
            coeffs: coeffs.into(),
        }
    }
}

#[differentiable]
impl Poly {
    fn at(&self, x: f64) -> f64 {
        self.coeffs.iter().rev().fold(0.0, |sum, c| sum * x + c)
    }
}

#[differentiable]
impl Filter {
    fn new(taps: &[f64]) -> Self {
        Filter {
            taps: taps.into(),
            state: taps[1..].into(),
        }
    }

    fn energy(&self) -> f64 {
        self.taps.iter().zip(&self.state).map(|(a, b)| a * b).sum()
    }
}

#[differentiable]
fn converted(x: &[f64]) -> f64 {
    let poly: Poly = x.into();
    let boxed: Box<[f64]> = x.into();
    let rest: Vec<f64> = x[1..].into();
    let filter = Filter::new(x);
    poly.at(boxed[0]) * rest[0] + filter.energy()
}

#[test]
fn slices_become_what_is_asked_for() {
    check(converted, |x| converted::gradient(x), &[&[1.0, 2.0, 0.5]]);
}
