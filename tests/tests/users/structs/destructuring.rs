use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Params {
    amplitude: f64,
    phase: f64,
    range: (f64, f64),
    harmonics: Vec<f64>,
}

#[differentiable]
fn signal(p: Params, t: f64) -> f64 {
    let Params {
        amplitude: a,
        phase,
        range: (lo, hi),
        harmonics,
    } = p;
    let mut s = a * (t + phase).cos();
    for (k, h) in harmonics.iter().enumerate() {
        s += h * ((k + 2) as f64 * t).cos();
    }
    lo + (hi - lo) * s
}

#[test]
fn gradient_is_right() {
    let make = |v: &[f64]| Params {
        amplitude: v[0],
        phase: v[1],
        range: (v[2], v[3]),
        harmonics: vec![v[4], v[5]],
    };
    let v = [1.2, 0.4, -1.0, 2.0, 0.3, -0.2];
    let (g, dt) = signal::gradient(make(&v), 0.7);
    let flat = [
        g.amplitude,
        g.phase,
        g.range.0,
        g.range.1,
        g.harmonics[0],
        g.harmonics[1],
    ];
    assert_grad(|v| signal(make(v), 0.7), &v, &flat);
    assert_grad(|t| signal(make(&v), t[0]), &[0.7], &[dt]);
}
