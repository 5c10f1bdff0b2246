use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::f64::consts::PI;

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Biquad {
    b: [f64; 3],
    a: [f64; 2],
    z: [f64; 2],
}

#[differentiable]
impl Biquad {
    fn low_pass(freq: f64, q: f64, sample_rate: f64) -> Self {
        let w = 2.0 * PI * freq / sample_rate;
        let alpha = w.sin() / (2.0 * q);
        let norm = 1.0 + alpha;
        let k = (1.0 - w.cos()) / norm;
        Self {
            b: [0.5 * k, k, 0.5 * k],
            a: [-2.0 * w.cos() / norm, (1.0 - alpha) / norm],
            ..Self::default()
        }
    }

    fn process(&mut self, x: f64) -> f64 {
        let y = self.b[0] * x + self.z[0];
        self.z[0] = self.b[1] * x - self.a[0] * y + self.z[1];
        self.z[1] = self.b[2] * x - self.a[1] * y;
        y
    }
}

#[differentiable]
fn filtered_energy(freq: f64, q: f64, signal: &[f64]) -> f64 {
    let mut chain = [
        Biquad::low_pass(freq, q, 44.1),
        Biquad::low_pass(0.5 * freq, 0.707, 44.1),
    ];
    signal
        .iter()
        .map(|&x| chain.iter_mut().fold(x, |x, stage| stage.process(x)))
        .map(|y| y * y)
        .sum()
}

#[test]
fn gradient_is_right() {
    let s = [1.0, -0.3, 0.5, 0.8, -0.9, 0.2];
    let (df, dq, ds) = filtered_energy::gradient(6.0, 0.9, &s);
    assert_grad(|v| filtered_energy(v[0], v[1], &s), &[6.0, 0.9], &[df, dq]);
    assert_grad(|s| filtered_energy(6.0, 0.9, s), &s, &ds);
}
