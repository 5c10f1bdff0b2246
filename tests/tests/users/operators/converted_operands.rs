//! Operands that `into` gives, whose types only their operators tell.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, AddAssign, Sub};

#[derive(Clone, Copy, Differentiable)]
struct Celsius(f64);

#[derive(Clone, Copy, Differentiable)]
struct Kelvin(f64);

#[differentiable]
impl From<Celsius> for Kelvin {
    fn from(c: Celsius) -> Kelvin {
        Kelvin(c.0 * c.0 + 273.15)
    }
}

#[differentiable]
impl From<[f64; 2]> for Kelvin {
    fn from(parts: [f64; 2]) -> Kelvin {
        Kelvin(parts[0] * parts[1])
    }
}

#[differentiable]
impl Add for Kelvin {
    type Output = Kelvin;
    fn add(self, other: Kelvin) -> Kelvin {
        Kelvin(self.0 + other.0)
    }
}

#[differentiable]
impl<'a> Sub<&'a Kelvin> for &'a Kelvin {
    type Output = Kelvin;
    fn sub(self, other: &Kelvin) -> Kelvin {
        Kelvin(self.0 - other.0)
    }
}

#[differentiable]
impl AddAssign for Kelvin {
    fn add_assign(&mut self, other: Kelvin) {
        self.0 += other.0;
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut sum = Kelvin(x[0]) + Celsius(x[1]).into() + [x[0], x[1]].into();
    for i in 0..2 {
        sum += Celsius(x[i] * x[i]).into();
    }
    let less = &sum - &[x[1], x[1]].into();
    sum.0 * less.0
}

#[test]
fn gradient_is_right() {
    for at in [[0.7, 1.3], [-0.4, 0.2]] {
        assert_grad(f, &at, &f::gradient(&at));
    }
}
