use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl Add for Vec3 {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self {
            x: self.x + o.x,
            y: self.y + o.y,
            z: self.z + o.z,
        }
    }
}
#[differentiable]
impl Sub for Vec3 {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self {
            x: self.x - o.x,
            y: self.y - o.y,
            z: self.z - o.z,
        }
    }
}
#[differentiable]
impl Mul<f64> for Vec3 {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        Self {
            x: self.x * k,
            y: self.y * k,
            z: self.z * k,
        }
    }
}
#[differentiable]
impl Div<f64> for Vec3 {
    type Output = Self;
    fn div(self, k: f64) -> Self {
        self * (1.0 / k)
    }
}
#[differentiable]
impl Neg for Vec3 {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            x: -self.x,
            y: -self.y,
            z: -self.z,
        }
    }
}
#[differentiable]
impl Vec3 {
    fn dot(self, o: Self) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn cross(self, o: Self) -> Self {
        Self {
            x: self.y * o.z - self.z * o.y,
            y: self.z * o.x - self.x * o.z,
            z: self.x * o.y - self.y * o.x,
        }
    }
    fn length(self) -> f64 {
        self.dot(self).sqrt()
    }
}

#[differentiable]
fn f(a: Vec3, b: Vec3, k: f64) -> f64 {
    let n = a.cross(b);
    let u = n / n.length();
    (u * k - -a + b / 2.0).dot(b - a)
}

#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| Vec3 {
        x: v[0],
        y: v[1],
        z: v[2],
    };
    let v = [0.4, 1.0, -0.3, 0.9, 0.2, 0.7, 1.5];
    let (a, b, k) = f::gradient(mk(&v[..3]), mk(&v[3..6]), v[6]);
    assert_grad(
        |v| f(mk(&v[..3]), mk(&v[3..6]), v[6]),
        &v,
        &[a.x, a.y, a.z, b.x, b.y, b.z, k],
    );
}
