//! Methods of a float that a newtype lends by `Deref`, in a variable that changes.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{AddAssign, Deref, Sub, SubAssign};

#[derive(Differentiable, Clone, Copy, PartialEq, PartialOrd)]
struct Metres(f64);
#[differentiable]
impl Deref for Metres {
    type Target = f64;
    fn deref(&self) -> &f64 {
        &self.0
    }
}
#[differentiable]
impl Sub for Metres {
    type Output = Metres;
    fn sub(self, o: Metres) -> Metres {
        Metres(self.0 - o.0)
    }
}
#[differentiable]
impl AddAssign<f64> for Metres {
    fn add_assign(&mut self, o: f64) {
        self.0 += o;
    }
}
#[differentiable]
impl SubAssign for Metres {
    fn sub_assign(&mut self, o: Metres) {
        self.0 -= o.0;
    }
}
#[differentiable]
impl From<f64> for Metres {
    fn from(v: f64) -> Self {
        Metres(v)
    }
}
#[differentiable]
fn units(x: &[f64]) -> f64 {
    let mut a = Metres(x[0]);
    let b: Metres = x[1].into();
    a += x[2];
    a -= b;
    let d = Metres::from(x[3]) - a;
    if d > b {
        (*d).powi(2) + (*a).abs()
    } else {
        *d * *b + (*a).sin()
    }
}

#[test]
fn gradient_is_right() {
    for at in [
        [0.3, 0.7, 0.9, 0.47],
        [1.3, 0.2, 0.8, 0.4],
        [0.3, 0.2, 0.1, 4.0],
    ] {
        for _ in 0..2 {
            let (value, gradient) = units::value_and_gradient(&at);
            assert_eq!(value, units(&at));
            assert_grad(units, &at, &gradient);
        }
    }
}
