use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Config {
    gain: f64,
    offset: f64,
    decay: f64,
    steps: usize,
}

#[differentiable]
fn run(c: &Config, x: f64) -> f64 {
    let mut v = x;
    for _ in 0..c.steps {
        v = c.gain * v * c.decay + c.offset;
    }
    v
}

#[differentiable]
fn compare(gain: f64, offset: f64, x: f64) -> f64 {
    let base = Config {
        gain,
        offset,
        decay: 0.9,
        steps: 3,
    };
    let longer = Config {
        steps: 5,
        ..base.clone()
    };
    let softer = Config {
        gain: base.gain.sqrt(),
        ..base
    };
    run(&longer, x) - 0.5 * run(&softer, x)
}

#[test]
fn gradient_is_right() {
    let (a, b, c) = compare::gradient(1.1, 0.3, 0.8);
    assert_grad(|v| compare(v[0], v[1], v[2]), &[1.1, 0.3, 0.8], &[a, b, c]);
}
