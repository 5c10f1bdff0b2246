use crate::assert_grad;
use pullback::differentiable;

use std::f64::consts::{E, FRAC_PI_2, PI};

const COEFFS: [f64; 3] = [0.5, -1.25, 2.0];
static SCALE: f64 = 1.75;
static TABLE: &[f64] = &[0.0, 1.0, 4.0, 9.0];
const N: usize = COEFFS.len();

#[differentiable]
fn f(x: f64) -> f64 {
    const HALF: f64 = 1.0 / 2.0;
    static OFFSET: f64 = 0.125;
    let mut s = OFFSET;
    for i in 0..N {
        s += COEFFS[i] * x.powi(i as i32) * TABLE[i + 1];
    }
    (s * SCALE).sin() * PI
        + (x * FRAC_PI_2).cos() * E
        + HALF * x
        + f64::EPSILON
        + std::f64::consts::LN_2
}

#[test]
fn gradient_is_right() {
    assert_grad(|v| f(v[0]), &[0.8], &[f::gradient(0.8)]);
}
