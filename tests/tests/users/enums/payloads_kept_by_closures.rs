use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy)]
enum Kind {
    Rbf,
    Linear,
    Poly(u32),
}

#[derive(Clone, Differentiable)]
struct Coefficients(Vec<f64>);

#[differentiable]
impl Coefficients {
    fn at(&self, x: f64) -> f64 {
        self.0.iter().fold(0.0, |sum, c| sum * x + c)
    }
}

#[derive(Clone, Differentiable)]
enum Curve {
    Poly(Coefficients),
    Power { n: i32, k: f64, of: Coefficients },
    List(Vec<f64>),
}

#[differentiable]
fn kernel(#[constant] kind: Kind, scale: f64) -> Box<dyn Fn(f64, f64) -> f64> {
    match kind {
        Kind::Rbf => Box::new(move |a, b| (-(a - b).powi(2) / scale).exp()),
        Kind::Linear => Box::new(move |a, b| scale * a * b),
        Kind::Poly(n) => Box::new(move |a, b| (a * b + scale).powi(n as i32)),
    }
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * f(2.0 * x)
}

#[differentiable]
fn of_value(curve: Curve, x: f64) -> f64 {
    match curve {
        Curve::Poly(c) => twice(|x| c.at(x), x),
        Curve::Power { n, k, of } => twice(|x| k * of.at(x).powi(n), x),
        Curve::List(l) => twice(|x| l[0] * x, x),
    }
}

#[differentiable]
fn of_reference(curve: &Curve, x: f64) -> f64 {
    match curve {
        Curve::Poly(c) => twice(|x| c.at(x), x),
        Curve::Power { n, k, of } => twice(|x| k * of.at(x).powi(*n), x),
        Curve::List(l) => twice(|x| l[0] * x, x),
    }
}

#[differentiable]
fn made(curve: Curve) -> Box<dyn Fn(f64) -> f64> {
    match curve {
        Curve::Poly(c) => Box::new(move |x| c.at(x)),
        Curve::Power { n, k, of } => Box::new(move |x| k * of.at(x).powi(n)),
        Curve::List(l) => Box::new(move |x| l[0] * x),
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for kind in [Kind::Rbf, Kind::Linear, Kind::Poly(3)] {
        let k = kernel(kind, x[0].exp());
        total += k(x[1], x[2]) * k(x[2], 1.0);
    }
    let curves = [
        Curve::Poly(Coefficients(x.to_vec())),
        Curve::Power {
            n: 2,
            k: x[1],
            of: Coefficients(vec![x[0], x[2]]),
        },
        Curve::List(vec![x[1]]),
    ];
    for curve in &curves {
        total += of_reference(curve, x[0]) * made(curve.clone())(x[1]);
    }
    for curve in curves {
        total += of_value(curve, x[0]);
    }
    total
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.7, 1.3, -0.4], &[-0.2, 0.5, 0.9]],
    );
}
