use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec2 {
    x: f64,
    y: f64,
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
impl Sub for Vec2 {
    type Output = Vec2;
    fn sub(self, o: Vec2) -> Vec2 {
        Vec2 {
            x: self.x - o.x,
            y: self.y - o.y,
        }
    }
}

#[differentiable]
impl Mul<f64> for Vec2 {
    type Output = Vec2;
    fn mul(self, k: f64) -> Vec2 {
        Vec2 {
            x: self.x * k,
            y: self.y * k,
        }
    }
}

#[differentiable]
impl Vec2 {
    fn norm(self) -> f64 {
        self.x.hypot(self.y)
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Particle {
    pos: Vec2,
    vel: Vec2,
}

#[differentiable]
fn simulate(k: f64, rest: f64, x0: f64, steps: usize) -> f64 {
    let dt = 0.05;
    let mut a = Particle {
        pos: Vec2 { x: 0.0, y: 0.0 },
        vel: Vec2 { x: 0.0, y: 0.1 },
    };
    let mut b = Particle {
        pos: Vec2 { x: x0, y: 0.2 },
        vel: Vec2 { x: 0.0, y: 0.0 },
    };
    for _ in 0..steps {
        let d = b.pos - a.pos;
        let len = d.norm();
        let f = d * (k * (len - rest) / len);
        a.vel = a.vel + f * dt;
        b.vel = b.vel - f * dt;
        a.pos = a.pos + a.vel * dt;
        b.pos = b.pos + b.vel * dt;
    }
    (b.pos - a.pos).norm()
}

#[test]
fn gradient_is_right() {
    let (dk, dr, dx) = simulate::gradient(3.0, 1.0, 1.4, 20);
    assert_grad(
        |v| simulate(v[0], v[1], v[2], 20),
        &[3.0, 1.0, 1.4],
        &[dk, dr, dx],
    );
}
