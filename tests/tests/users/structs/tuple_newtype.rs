use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Differentiable)]
struct Meters(f64);

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Differentiable)]
struct Seconds(f64);

#[differentiable]
fn speed(d: Meters, t: Seconds) -> f64 {
    d.0 / t.0
}

#[differentiable]
fn mean_speed(ds: &[f64], ts: &[f64]) -> f64 {
    let mut total = Meters(0.0);
    let mut time = Seconds(0.0);
    for i in 0..ds.len() {
        total.0 += ds[i];
        time = Seconds(time.0 + ts[i] * ts[i]);
    }
    speed(total, time)
}

#[test]
fn gradient_is_right() {
    let (d, t) = ([1.0, 2.5, 0.7], [0.5, 0.9, 1.3]);
    let (dd, dt) = mean_speed::gradient(&d, &t);
    assert_grad(|v| mean_speed(v, &t), &d, &dd);
    assert_grad(|v| mean_speed(&d, v), &t, &dt);
    let (a, b) = speed::gradient(Meters(3.0), Seconds(2.0));
    assert!((a.0 - 0.5).abs() < 1e-12 && (b.0 + 0.75).abs() < 1e-12);
}
