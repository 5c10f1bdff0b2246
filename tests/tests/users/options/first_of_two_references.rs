//! The first of two options that there is, by reference.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn first_of(a: &Option<Vec<f64>>, b: &Option<Vec<f64>>) -> f64 {
    match a.as_ref().or(b.as_ref()) {
        Some(values) => values.iter().map(|x| x * x).sum(),
        None => 0.0,
    }
}

#[differentiable]
fn beside(a: &Option<f64>, b: &Option<f64>) -> f64 {
    2.0 * a.as_ref().or(b.as_ref()).copied().unwrap_or(1.0)
        + b.as_ref().or(a.as_ref()).map_or(0.0, |x| x * x)
}

#[differentiable]
fn chosen(v: &[f64]) -> f64 {
    let (given, fallback) = (Some(vec![v[0], v[1]]), Some(vec![v[2]]));
    first_of(&given, &fallback) * first_of(&None, &fallback) + beside(&Some(v[0]), &None)
        - beside(&None, &Some(v[1]))
        + beside(&Some(v[2]), &Some(v[1] * v[0]))
}

#[test]
fn first_of_two_references() {
    for v in [[1.0, 2.0, 3.0], [0.5, -1.5, 0.2]] {
        assert_grad(chosen, &v, &chosen::gradient(&v));
    }
}
