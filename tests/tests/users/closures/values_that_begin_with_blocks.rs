//! Closures whose bodies begin with what becomes a block: a call of another closure, a `match`.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn mapped(x: &[f64]) -> f64 {
    let square = |v: f64| v * v;
    let first = x.first().copied();
    let a = first.map(|v| square(v) * x[1]).unwrap_or(0.0);
    let b = first.map_or(0.0, |v| square(v) - square(x[1]));
    let none: Option<f64> = None;
    let c = none.unwrap_or_else(|| square(x[1]) * 2.0);
    let d = first.map_or_else(|| square(x[1]) + 1.0, |v| square(v) / x[1]);
    let e = first.map(|v| match v {
        v if v > 1.0 => v * v,
        v => v.sin(),
    } * x[1]);
    a + 2.0 * b + 3.0 * c + 4.0 * d + e.unwrap_or_default()
}

check!(options, mapped(&[0.7, 1.3]), mapped(&[1.7, 0.3]));

#[differentiable]
fn retained(x: &[f64], positive: bool) -> f64 {
    let is_large = |v: f64| v > 1.0;
    let double = |v: f64| 2.0 * v;
    let mut y = x.to_vec();
    y.retain(|v| is_large(*v) == positive);
    y.dedup_by(|a, b| double(*a) - double(*b) < 0.1);
    y.iter().map(|v| double(*v) * v + 1.0).sum()
}

check!(
    lists,
    retained(&[0.2, 1.3, 0.22, 0.7, 2.0], fixed(true)),
    retained(&[0.2, 1.3, 0.22, 0.7, 2.0], fixed(false))
);

#[differentiable]
fn indexed(x: &[f64], k: usize) -> f64 {
    let turned = |by: f64| [x[0] * by, x[1] - by];
    Some(k).map_or(0.0, |k| turned(x[1])[k] * x[0])
}

check!(
    parts,
    indexed(&[0.7, 1.3], fixed(0)),
    indexed(&[0.7, 1.3], fixed(1))
);
