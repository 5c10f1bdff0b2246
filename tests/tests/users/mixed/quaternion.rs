use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::Mul;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Quat {
    pub w: f64,
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

#[differentiable]
impl Mul for Quat {
    type Output = Quat;

    fn mul(self, q: Quat) -> Quat {
        Quat {
            w: self.w * q.w - self.x * q.x - self.y * q.y - self.z * q.z,
            x: self.w * q.x + self.x * q.w + self.y * q.z - self.z * q.y,
            y: self.w * q.y - self.x * q.z + self.y * q.w + self.z * q.x,
            z: self.w * q.z + self.x * q.y - self.y * q.x + self.z * q.w,
        }
    }
}

#[differentiable]
impl Quat {
    pub fn from_axis_angle(axis: [f64; 3], angle: f64) -> Self {
        let n = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
        let (s, c) = (0.5 * angle).sin_cos();
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

    pub fn rotate(self, v: [f64; 3]) -> [f64; 3] {
        let p = Quat {
            w: 0.0,
            x: v[0],
            y: v[1],
            z: v[2],
        };
        let Quat { x, y, z, .. } = self * p * self.conj();
        [x, y, z]
    }
}

#[differentiable]
fn misalignment(axis: [f64; 3], angle: f64, from: [f64; 3], to: [f64; 3]) -> f64 {
    let r = Quat::from_axis_angle(axis, angle).rotate(from);
    r.iter().zip(to.iter()).map(|(a, b)| (a - b).powi(2)).sum()
}

#[test]
fn gradient_is_right() {
    let (axis, angle, from, to) = ([0.2, 1.0, -0.5], 0.8, [1.0, 0.2, 0.3], [0.1, 0.9, -0.2]);
    let (da, dt, df, dto) = misalignment::gradient(axis, angle, from, to);
    assert_grad(
        |v| misalignment([v[0], v[1], v[2]], angle, from, to),
        &axis,
        &da,
    );
    assert_grad(|v| misalignment(axis, v[0], from, to), &[angle], &[dt]);
    assert_grad(
        |v| misalignment(axis, angle, [v[0], v[1], v[2]], to),
        &from,
        &df,
    );
    assert_grad(
        |v| misalignment(axis, angle, from, [v[0], v[1], v[2]]),
        &to,
        &dto,
    );
}
