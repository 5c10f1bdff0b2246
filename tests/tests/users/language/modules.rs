use crate::assert_grad;
mod physics {
    use pullback::differentiable;

    pub const G: f64 = 9.81;

    #[differentiable]
    pub fn kinetic(m: f64, v: f64) -> f64 {
        0.5 * m * v * v
    }

    pub mod fields {
        use super::G;
        use pullback::differentiable;

        #[differentiable]
        pub(crate) fn potential(m: f64, h: f64) -> f64 {
            m * G * h
        }
    }
}

use physics::{fields::potential as pot, kinetic};

#[pullback::differentiable]
fn total(m: f64, v: f64, h: f64) -> f64 {
    kinetic(m, v) + pot(m, h) - physics::fields::potential(m, 0.1 * v)
        + self::physics::kinetic(m, h)
}

#[test]
fn gradient_is_right() {
    let (a, b, c) = total::gradient(1.2, 0.7, 3.0);
    assert_grad(|v| total(v[0], v[1], v[2]), &[1.2, 0.7, 3.0], &[a, b, c]);
    let (a, b) = kinetic::gradient(1.2, 0.7);
    assert_grad(|v| kinetic(v[0], v[1]), &[1.2, 0.7], &[a, b]);
    let (a, b) = pot::gradient(1.2, 0.7);
    assert_grad(|v| pot(v[0], v[1]), &[1.2, 0.7], &[a, b]);
}
