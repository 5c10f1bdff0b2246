use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Mul, Neg};

const MU: f64 = 398.6;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V([f64; 3]);

#[differentiable]
impl Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        V(std::array::from_fn(|i| self.0[i] + o.0[i]))
    }
}
#[differentiable]
impl Mul<f64> for V {
    type Output = V;
    fn mul(self, k: f64) -> V {
        V(self.0.map(|x| x * k))
    }
}
#[differentiable]
impl Neg for V {
    type Output = V;
    fn neg(self) -> V {
        self * -1.0
    }
}
#[differentiable]
impl V {
    fn norm2(&self) -> f64 {
        self.0.iter().map(|x| x * x).sum()
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Orbit {
    r: V,
    v: V,
}

#[derive(Clone, Copy, Debug, Differentiable)]
enum Burn {
    Prograde(f64),
    Vector(V),
    Coast,
}

#[differentiable]
impl Orbit {
    fn gravity(&self) -> V {
        let r2 = self.r.norm2();
        -self.r * (MU / (r2 * r2.sqrt()))
    }

    fn burn(mut self, b: Burn) -> Self {
        self.v = match b {
            Burn::Prograde(dv) => self.v * (1.0 + dv / self.v.norm2().sqrt()),
            Burn::Vector(dv) => self.v + dv,
            Burn::Coast => self.v,
        };
        self
    }

    fn coast(self, dt: f64) -> Self {
        let v_half = self.v + self.gravity() * (0.5 * dt);
        let moved = Orbit {
            r: self.r + v_half * dt,
            ..self
        };
        Orbit {
            v: v_half + moved.gravity() * (0.5 * dt),
            ..moved
        }
    }

    fn energy(&self) -> f64 {
        0.5 * self.v.norm2() - MU / self.r.norm2().sqrt()
    }
}

#[differentiable]
fn transfer(dv1: f64, dv2: [f64; 3], dt: f64) -> f64 {
    let start = Orbit {
        r: V([7.0, 0.1, 0.0]),
        v: V([0.0, 7.5, 0.3]),
    };
    let plan = [
        Burn::Prograde(dv1),
        Burn::Coast,
        Burn::Vector(V(dv2)),
        Burn::Coast,
    ];
    let end = plan
        .into_iter()
        .fold(start, |o, b| (0..3).fold(o.burn(b), |o, _| o.coast(dt)));
    end.energy() + 0.1 * end.r.0[1]
}

#[test]
fn gradient_is_right() {
    let v = [0.5, 0.1, -0.2, 0.3, 0.05];
    let (a, b, c) = transfer::gradient(v[0], [v[1], v[2], v[3]], v[4]);
    assert_grad(
        |v| transfer(v[0], [v[1], v[2], v[3]], v[4]),
        &v,
        &[a, b[0], b[1], b[2], c],
    );
}
