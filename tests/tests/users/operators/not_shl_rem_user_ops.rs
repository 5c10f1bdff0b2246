use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{BitXor, Not, Rem, Shl};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Angle(f64);

#[differentiable]
impl Rem<f64> for Angle {
    type Output = Angle;
    fn rem(self, m: f64) -> Angle {
        Angle(self.0.rem_euclid(m))
    }
}
#[differentiable]
impl Not for Angle {
    type Output = Angle;
    fn not(self) -> Angle {
        Angle(std::f64::consts::PI - self.0)
    }
}
#[differentiable]
impl Shl<u32> for Angle {
    type Output = Angle;
    fn shl(self, n: u32) -> Angle {
        Angle(self.0 * 2f64.powi(n as i32))
    }
}
/// the wedge product of two directions
#[differentiable]
impl BitXor for Angle {
    type Output = f64;
    fn bitxor(self, o: Angle) -> f64 {
        (o.0 - self.0).sin()
    }
}

#[differentiable]
fn f(a: f64, b: f64) -> f64 {
    let (p, q) = (Angle(a), Angle(b));
    (p ^ q) * ((p << 2) % 3.0).0 + (!q ^ p)
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.9, 2.3);
    assert_grad(|v| f(v[0], v[1]), &[0.9, 2.3], &[a, b]);
}
