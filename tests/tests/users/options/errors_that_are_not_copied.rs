use crate::check;
use pullback::differentiable;

#[derive(Debug)]
enum Fault {
    Negative,
    Named(String),
}

#[differentiable]
fn root(x: f64) -> Result<f64, Fault> {
    match x {
        x if x < -1.0 => Err(Fault::Named("far below".to_string())),
        x if x < 0.0 => Err(Fault::Negative),
        x => Ok(x.sqrt()),
    }
}

#[differentiable]
fn asked(x: f64) -> f64 {
    let cubed = root(x).map_or(0.5, |v| v * v * v);
    cubed + root(x).unwrap_or(2.0 * x) + root(x).ok().unwrap_or(1.0)
}

#[differentiable]
fn matched(x: f64) -> f64 {
    match root(x) {
        Ok(v) => v * v * v,
        Err(Fault::Negative) => x,
        Err(Fault::Named(name)) => x * name.len() as f64,
    }
}

#[differentiable]
fn twice(x: f64) -> Result<f64, Fault> {
    let y = root(x)?;
    let z = root(y - 0.5)?;
    Ok(y * z)
}

#[differentiable]
fn total(v: &[f64]) -> f64 {
    let x = v[0];
    let lone = if let Ok(v) = root(x) { v } else { -x };
    asked(x) + matched(x) + lone * twice(x).unwrap_or(7.0 * x)
}

#[test]
fn gradients_are_right() {
    let points = [&[0.6][..], &[0.1], &[-0.5], &[-2.0]];
    check(total, |v| total::gradient(v), &points);
}
