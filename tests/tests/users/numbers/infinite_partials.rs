//! Values that only one way through a function uses, at points where their partial derivatives are infinite.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn norm(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}
#[differentiable]
fn returned_early(x: f64, y: f64) -> f64 {
    let r = (x * x + y * y).sqrt();
    if r < 1e-4 {
        return 3.0 * x;
    }
    x / r
}
#[differentiable]
fn inverse(x: f64, y: f64) -> f64 {
    let r = (x * x + y * y).sqrt();
    let inv = 1.0 / r;
    let q = inv * y;
    if r < 1e-4 { y } else { q + inv }
}
#[differentiable]
fn by_a_call(x: f64, y: f64) -> f64 {
    let r = norm(x, y);
    let l = r.ln();
    if r > 0.0 { l * r } else { x * 2.0 }
}
#[differentiable]
fn continued(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let r = x[i].sqrt();
        let w = x[i].powf(0.3);
        if x[i] == 0.0 {
            continue;
        }
        s += r * w;
    }
    s
}
#[differentiable]
fn in_a_pipeline(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &v in x {
        let l = v.ln() * v;
        s += if v > 0.0 { l } else { v };
    }
    s
}
#[differentiable]
fn matched(x: f64) -> f64 {
    let n = norm(x, 0.0);
    match n {
        n if n > 0.0 => n.sin() / n,
        _ => 1.0,
    }
}
#[differentiable]
fn by_a_power(x: f64) -> f64 {
    let r = norm(x, 0.0);
    let inverse = r.powi(-1);
    if r > 0.0 { inverse * r * r } else { 2.0 * x }
}

#[test]
fn nothing_comes_from_the_other_way() {
    assert_eq!(returned_early::gradient(0.0, 0.0), (3.0, 0.0));
    assert_eq!(inverse::gradient(0.0, 0.0), (0.0, 1.0));
    assert_eq!(by_a_call::gradient(0.0, 0.0), (2.0, 0.0));
    assert_eq!(continued::gradient(&[0.0, 0.0]), [0.0, 0.0]);
    assert_eq!(in_a_pipeline::gradient(&[0.0]), [1.0]);
    assert_eq!(matched::gradient(0.0), 0.0);
    assert_eq!(by_a_power::gradient(0.0), 2.0);
}

#[test]
fn gradients_are_right() {
    let x = [0.3, -0.4];
    for (f, gradient) in [
        (
            returned_early as fn(f64, f64) -> f64,
            returned_early::gradient as fn(f64, f64) -> (f64, f64),
        ),
        (inverse, inverse::gradient),
        (by_a_call, by_a_call::gradient),
    ] {
        let (dx, dy) = gradient(x[0], x[1]);
        assert_grad(|v| f(v[0], v[1]), &x, &[dx, dy]);
    }
    let x = [0.3, 1.4];
    assert_grad(continued, &x, &continued::gradient(&x));
    assert_grad(in_a_pipeline, &x, &in_a_pipeline::gradient(&x));
    assert_grad(|v| matched(v[0]), &x[..1], &[matched::gradient(x[0])]);
}
