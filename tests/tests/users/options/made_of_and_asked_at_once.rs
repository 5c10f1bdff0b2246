//! What `map` makes of a result whose error cannot be copied, and the question that follows.

use crate::check;
use pullback::differentiable;

#[derive(Debug)]
enum FitError {
    Empty,
    Flat { spread: f64 },
}

#[differentiable]
fn mean(x: &[f64]) -> Result<f64, FitError> {
    if x.is_empty() {
        return Err(FitError::Empty);
    }
    let spread = x.iter().fold(0.0, |s, v| s + (v - x[0]).abs());
    if spread < 1e-9 {
        return Err(FitError::Flat { spread: 0.0 });
    }
    Ok(x.iter().sum::<f64>() / x.len() as f64)
}

#[differentiable]
fn first(x: &[f64]) -> Option<f64> {
    (!x.is_empty()).then(|| x[0])
}

#[differentiable]
fn with_defaults(x: &[f64]) -> f64 {
    let constant = mean(x).map(|m| m * m).unwrap_or(0.5);
    let computed = mean(x).map(|m| m * m).unwrap_or(x[0] * x[0]);
    let twice = mean(x).map(|m| m * m).map(f64::exp).unwrap_or(f64::MAX);
    let other = first(x).map(|v| v.sin()).unwrap_or(2.0);
    constant + computed * other + twice.min(10.0)
}

#[differentiable]
fn by_variables(x: &[f64]) -> f64 {
    let asked = mean(x);
    let square = asked.map(|m| m * m).unwrap_or(0.25);
    let cube = mean(x).map(|m| m.powi(3));
    let cube = if cube.is_ok() { cube.unwrap() } else { x[1] };
    let exp = mean(x).map(f64::exp);
    let exp = match exp {
        Ok(value) => value,
        Err(FitError::Empty) => 0.0,
        Err(FitError::Flat { .. }) => x[1],
    };
    square + cube * exp
}

#[differentiable]
fn as_options(x: &[f64]) -> f64 {
    let there = mean(x).map(|m| m * x[1]).ok();
    let doubled = mean(x).map(|m| 2.0 * m).ok().unwrap_or(x[0]);
    there.map_or(x[0], |t| t * doubled)
}

#[differentiable]
fn surely(x: &[f64]) -> f64 {
    mean(x).map(|m| m * x[0]).unwrap() + first(x).map(|v| v * v).expect("one item")
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 3] = [&[0.7, 1.3, 0.4], &[0.3, -0.2], &[0.9, 0.9]];
    check(with_defaults, |x| with_defaults::gradient(x), &points[..2]);
    check(by_variables, |x| by_variables::gradient(x), &points[..2]);
    check(as_options, |x| as_options::gradient(x), &points[..2]);
    check(surely, |x| surely::gradient(x), &points[..2]);
    // Where there is no mean.
    assert_eq!(by_variables::gradient(points[2]), [0.0, 1.8]);
    let by_default = with_defaults::gradient(points[2]);
    let (x, sin, cos) = (0.9_f64, 0.9_f64.sin(), 0.9_f64.cos());
    assert!((by_default[0] - (2.0 * x * sin + x * x * cos)).abs() < 1e-12);
    assert_eq!(as_options::gradient(points[2]), [1.0, 0.0]);
}
