use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Curve {
    rate: f64,
    knots: Vec<f64>,
}

/// The schedule is not to be learned from here.
#[differentiable]
fn discount(#[constant] curve: &Curve, #[constant] all: &[Curve], t: f64) -> f64 {
    (-curve.rate * t).exp() * curve.knots[0] + all[all.len() - 1].rate * t
}

#[differentiable]
fn value(curves: &[Curve], t: f64) -> f64 {
    curves
        .iter()
        .map(|c| c.knots[1] * discount(c, curves, t))
        .sum()
}

#[test]
fn gradient_is_right() {
    let curves = [
        Curve {
            rate: 0.1,
            knots: vec![1.5, 2.0],
        },
        Curve {
            rate: 0.3,
            knots: vec![0.5, -1.0],
        },
    ];
    let (d_curves, dt) = value::gradient(&curves, 0.7);
    assert_grad(|t| value(&curves, t[0]), &[0.7], &[dt]);
    for (d, c) in d_curves.iter().zip(&curves) {
        assert_eq!((d.rate, d.knots[0]), (0.0, 0.0));
        assert!((d.knots[1] - discount(c, &curves, 0.7)).abs() < 1e-12);
    }
}
