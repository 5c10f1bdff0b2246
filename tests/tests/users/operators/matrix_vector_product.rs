use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Mul};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Mat2 {
    a: f64,
    b: f64,
    c: f64,
    d: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vec2 {
    x: f64,
    y: f64,
}

#[differentiable]
impl Mul<Vec2> for Mat2 {
    type Output = Vec2;
    fn mul(self, v: Vec2) -> Vec2 {
        Vec2 {
            x: self.a * v.x + self.b * v.y,
            y: self.c * v.x + self.d * v.y,
        }
    }
}

#[differentiable]
impl Mul for Mat2 {
    type Output = Mat2;
    fn mul(self, m: Mat2) -> Mat2 {
        Mat2 {
            a: self.a * m.a + self.b * m.c,
            b: self.a * m.b + self.b * m.d,
            c: self.c * m.a + self.d * m.c,
            d: self.c * m.b + self.d * m.d,
        }
    }
}

#[differentiable]
impl Add for Vec2 {
    type Output = Vec2;
    fn add(self, o: Vec2) -> Vec2 {
        Vec2 {
            x: self.x + o.x,
            y: self.y + o.y,
        }
    }
}

#[differentiable]
impl Mat2 {
    fn rotation(theta: f64) -> Self {
        let (s, c) = theta.sin_cos();
        Mat2 {
            a: c,
            b: -s,
            c: s,
            d: c,
        }
    }
    fn det(&self) -> f64 {
        self.a * self.d - self.b * self.c
    }
}

#[differentiable]
fn f(theta: f64, shear: f64, v: Vec2) -> f64 {
    let m = Mat2::rotation(theta)
        * Mat2 {
            a: 1.0,
            b: shear,
            c: 0.0,
            d: 2.0,
        };
    let w = m * (m * v) + m * v + v;
    w.x * w.y + m.det()
}

#[test]
fn gradient_is_right() {
    let (t, s, v) = f::gradient(0.4, 0.9, Vec2 { x: 1.0, y: -0.6 });
    assert_grad(
        |p| f(p[0], p[1], Vec2 { x: p[2], y: p[3] }),
        &[0.4, 0.9, 1.0, -0.6],
        &[t, s, v.x, v.y],
    );
}
