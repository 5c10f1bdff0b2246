use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Temperature {
    Celsius(f64),
    Fahrenheit(f64),
    Kelvin(f64),
}

use Temperature::*;

#[differentiable]
impl Temperature {
    fn kelvin(self) -> f64 {
        match self {
            Celsius(c) => c + 273.15,
            Fahrenheit(f) => (f - 32.0) / 1.8 + 273.15,
            Kelvin(k) => k,
        }
    }

    fn mix(self, other: Self, w: f64) -> Self {
        Kelvin(self.kelvin() * (1.0 - w) + other.kelvin() * w)
    }
}

#[differentiable]
fn f(c: f64, f: f64, w: f64) -> f64 {
    let k = Celsius(c).mix(Fahrenheit(f), w).kelvin();
    (k / 300.0).ln() + Kelvin(k * w).kelvin() * 1e-3
}

#[test]
fn gradient_is_right() {
    let v = [21.0, 90.0, 0.3];
    let (a, b, c) = f::gradient(v[0], v[1], v[2]);
    assert_grad(|v| f(v[0], v[1], v[2]), &v, &[a, b, c]);
}
