use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Mul};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Dual {
    v: f64,
    d: f64,
}

#[differentiable]
impl Add for Dual {
    type Output = Dual;
    fn add(self, o: Dual) -> Dual {
        Dual {
            v: self.v + o.v,
            d: self.d + o.d,
        }
    }
}
#[differentiable]
impl Mul for Dual {
    type Output = Dual;
    fn mul(self, o: Dual) -> Dual {
        Dual {
            v: self.v * o.v,
            d: self.v * o.d + self.d * o.v,
        }
    }
}
#[differentiable]
impl Dual {
    fn var(v: f64) -> Dual {
        Dual { v, d: 1.0 }
    }
    fn constant(v: f64) -> Dual {
        Dual { v, d: 0.0 }
    }
    fn sin(self) -> Dual {
        Dual {
            v: self.v.sin(),
            d: self.d * self.v.cos(),
        }
    }
}

/// derivative of x^2 sin(a x) by dual numbers, itself differentiable
#[differentiable]
fn slope(x: f64, a: f64) -> f64 {
    let x = Dual::var(x);
    let a = Dual::constant(a);
    (x * x * (a * x).sin()).d
}

#[test]
fn second_derivative() {
    let (dx, da) = slope::gradient(0.8, 1.7);
    assert_grad(|v| slope(v[0], v[1]), &[0.8, 1.7], &[dx, da]);
}
