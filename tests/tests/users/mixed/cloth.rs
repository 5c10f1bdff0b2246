use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl V3 {
    const ZERO: V3 = V3 {
        x: 0.0,
        y: 0.0,
        z: 0.0,
    };
    fn new(x: f64, y: f64, z: f64) -> Self {
        V3 { x, y, z }
    }
    fn dot(self, o: V3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
}

#[differentiable]
impl Add for V3 {
    type Output = V3;
    fn add(self, o: V3) -> V3 {
        V3::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
#[differentiable]
impl Sub for V3 {
    type Output = V3;
    fn sub(self, o: V3) -> V3 {
        V3::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
#[differentiable]
impl Mul<f64> for V3 {
    type Output = V3;
    fn mul(self, s: f64) -> V3 {
        V3::new(self.x * s, self.y * s, self.z * s)
    }
}
#[differentiable]
impl Neg for V3 {
    type Output = V3;
    fn neg(self) -> V3 {
        self * -1.0
    }
}
#[differentiable]
impl AddAssign for V3 {
    fn add_assign(&mut self, o: V3) {
        *self = *self + o;
    }
}

#[differentiable]
fn spring_force(a: V3, b: V3, rest: f64, k: f64) -> V3 {
    let d = b - a;
    let len = d.norm();
    if len < 1e-9 {
        return V3::ZERO;
    }
    d * (k * (len - rest) / len)
}

#[differentiable]
fn simulate(k: f64, damping: f64, wind: V3) -> f64 {
    const W: usize = 3;
    const H: usize = 3;
    let at = |r: usize, c: usize| r * W + c;
    let mut pos: Vec<V3> = (0..H)
        .flat_map(|r| {
            (0..W).map(move |c| V3 {
                x: c as f64,
                y: 0.0,
                z: r as f64,
            })
        })
        .collect();
    let mut vel = vec![V3::ZERO; W * H];
    let dt = 0.1;
    for _step in 0..4 {
        let mut force = vec![V3::new(0.0, -1.0, 0.0) + wind; W * H];
        for r in 0..H {
            for c in 0..W {
                let i = at(r, c);
                for (dr, dc) in [(0, 1), (1, 0)] {
                    if r + dr >= H || c + dc >= W {
                        continue;
                    }
                    let j = at(r + dr, c + dc);
                    let f = spring_force(pos[i], pos[j], 0.9, k);
                    force[i] += f;
                    force[j] += -f;
                }
            }
        }
        for i in W..W * H {
            vel[i] = (vel[i] + force[i] * dt) * (1.0 - damping * dt);
            pos[i] += vel[i] * dt;
        }
    }
    pos.iter().map(|p| p.y + 0.1 * p.x * p.z).sum()
}

#[test]
fn gradient_is_right() {
    let wind = V3::new(0.1, 0.2, -0.3);
    let (dk, dd, dw) = simulate::gradient(20.0, 0.4, wind);
    assert_grad(|v| simulate(v[0], v[1], wind), &[20.0, 0.4], &[dk, dd]);
    assert_grad(
        |v| simulate(20.0, 0.4, V3::new(v[0], v[1], v[2])),
        &[0.1, 0.2, -0.3],
        &[dw.x, dw.y, dw.z],
    );
}
