use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, AddAssign, Mul};

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Vec3(f64, f64, f64);

#[differentiable]
impl Add for Vec3 {
    type Output = Self;
    fn add(self, rhs: Self) -> Self {
        Vec3(self.0 + rhs.0, self.1 + rhs.1, self.2 + rhs.2)
    }
}

#[differentiable]
impl AddAssign for Vec3 {
    fn add_assign(&mut self, rhs: Self) {
        *self = *self + rhs;
    }
}

#[differentiable]
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        Vec3(self * v.0, self * v.1, self * v.2)
    }
}

#[differentiable]
impl Vec3 {
    const ZERO: Vec3 = Vec3(0.0, 0.0, 0.0);

    fn dot(self, o: Vec3) -> f64 {
        self.0 * o.0 + self.1 * o.1 + self.2 * o.2
    }

    fn direction(yaw: f64, pitch: f64) -> Self {
        let (sy, cy) = yaw.sin_cos();
        let (sp, cp) = pitch.sin_cos();
        Self(cy * cp, sy * cp, sp)
    }
}

#[differentiable]
fn reach_error(yaw: f64, angles: &[f64], lengths: &[f64; 3], target: [f64; 3]) -> f64 {
    let mut tip = Vec3::ZERO;
    let mut pitch = 0.0;
    for (a, len) in angles.iter().zip(lengths) {
        pitch += a;
        tip += *len * Vec3::direction(yaw, pitch);
    }
    let miss = tip + -1.0 * Vec3(target[0], target[1], target[2]);
    miss.dot(miss)
}

#[test]
fn gradient_is_right() {
    let angles = [0.3, -0.5, 0.7];
    let lengths = [1.0, 0.8, 0.4];
    let target = [1.2, 0.5, 0.3];
    let (dy, da, dl, dt) = reach_error::gradient(0.4, &angles, &lengths, target);
    assert_grad(
        |v| reach_error(v[0], &angles, &lengths, target),
        &[0.4],
        &[dy],
    );
    assert_grad(|v| reach_error(0.4, v, &lengths, target), &angles, &da);
    assert_grad(
        |v| reach_error(0.4, &angles, &[v[0], v[1], v[2]], target),
        &lengths,
        &dl,
    );
    assert_grad(
        |v| reach_error(0.4, &angles, &lengths, [v[0], v[1], v[2]]),
        &target,
        &dt,
    );
}
