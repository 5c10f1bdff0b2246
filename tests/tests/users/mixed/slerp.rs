use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Mul, Neg};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Quat {
    pub w: f64,
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

#[differentiable]
impl Quat {
    pub fn from_axis_angle(axis: [f64; 3], angle: f64) -> Self {
        let n = axis.iter().map(|a| a.powi(2)).sum::<f64>().sqrt();
        let (s, c) = (angle / 2.0).sin_cos();
        let [x, y, z] = axis.map(|a| a / n * s);
        Quat { w: c, x, y, z }
    }
    pub fn conj(self) -> Self {
        Quat {
            x: -self.x,
            y: -self.y,
            z: -self.z,
            ..self
        }
    }
    pub fn dot(&self, rhs: &Quat) -> f64 {
        self.w * rhs.w + self.x * rhs.x + self.y * rhs.y + self.z * rhs.z
    }
    pub fn normalized(&self) -> Quat {
        *self * (1.0 / self.dot(self).sqrt())
    }

    pub fn slerp(self, other: Self, t: f64) -> Self {
        let mut end = other;
        let mut d = self.dot(&other);
        if d < 0.0 {
            d = -d;
            end = -other;
        }
        if d > 0.9995 {
            return (self * (1.0 - t) + end * t).normalized();
        }
        let theta = d.acos();
        (self * ((1.0 - t) * theta).sin() + end * (t * theta).sin()) * theta.sin().recip()
    }

    pub fn rotate(&self, v: [f64; 3]) -> [f64; 3] {
        let p = Quat {
            w: 0.0,
            x: v[0],
            y: v[1],
            z: v[2],
        };
        let Quat { x, y, z, .. } = *self * p * self.conj();
        [x, y, z]
    }
}

#[differentiable]
impl Mul for Quat {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        Quat {
            w: self.w * b.w - self.x * b.x - self.y * b.y - self.z * b.z,
            x: self.w * b.x + self.x * b.w + self.y * b.z - self.z * b.y,
            y: self.w * b.y - self.x * b.z + self.y * b.w + self.z * b.x,
            z: self.w * b.z + self.x * b.y - self.y * b.x + self.z * b.w,
        }
    }
}
#[differentiable]
impl Mul<f64> for Quat {
    type Output = Self;
    fn mul(self, s: f64) -> Self {
        Quat {
            w: self.w * s,
            x: self.x * s,
            y: self.y * s,
            z: self.z * s,
        }
    }
}
#[differentiable]
impl Add for Quat {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Quat {
            w: self.w + o.w,
            x: self.x + o.x,
            y: self.y + o.y,
            z: self.z + o.z,
        }
    }
}
#[differentiable]
impl Neg for Quat {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}

#[differentiable]
fn pointing(p: &[f64]) -> f64 {
    let a = Quat::from_axis_angle([0.1, 1.0, p[0]], p[1]);
    let b = Quat::from_axis_angle([1.0, p[2], 0.0], p[3]);
    let v = a.slerp(b, p[4]).rotate([1.0, 0.0, 0.0]);
    v[0] + 2.0 * v[1] - v[2] * v[0]
}

#[test]
fn gradient_is_right() {
    let p = [0.2, 0.9, -0.3, 1.4, 0.4];
    assert_grad(|p| pointing(p), &p, &pointing::gradient(&p));
    let p = [0.2, 5.9, -0.3, 1.4, 0.4];
    assert_grad(|p| pointing(p), &p, &pointing::gradient(&p));
    let p = [9.2, 0.01, -0.3, 0.02, 0.4];
    assert_grad(|p| pointing(p), &p, &pointing::gradient(&p));
}
