use crate::check;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, AddAssign, Div, Index, Mul, Sub, SubAssign};
#[derive(Debug, Clone, Copy, Default, PartialEq, Differentiable)]
pub struct Vec2<T = f64> {
    pub x: T,
    pub y: T,
}
macro_rules! vec2_op { ($($tr:ident $f:ident $op:tt),*) => { $(
    #[differentiable]
    impl $tr for Vec2 { type Output = Self; fn $f(self, rhs: Self) -> Self { Self { x: self.x $op rhs.x, y: self.y $op rhs.y } } }
    #[differentiable]
    impl $tr<f64> for Vec2 { type Output = Self; fn $f(self, rhs: f64) -> Self { Self { x: self.x $op rhs, y: self.y $op rhs } } }
)* } }
vec2_op!(Add add +, Sub sub -, Mul mul *, Div div /);
#[differentiable]
impl AddAssign for Vec2 {
    fn add_assign(&mut self, rhs: Self) {
        self.x += rhs.x;
        self.y += rhs.y;
    }
}
#[differentiable]
impl SubAssign for Vec2 {
    fn sub_assign(&mut self, rhs: Self) {
        *self = *self - rhs;
    }
}
#[differentiable]
impl Index<Axis> for Vec2 {
    type Output = f64;
    fn index(&self, axis: Axis) -> &f64 {
        match axis {
            Axis::X => &self.x,
            Axis::Y => &self.y,
        }
    }
}
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    X,
    Y,
}
#[differentiable]
impl Vec2 {
    pub fn dot(self, o: Self) -> f64 {
        self.x * o.x + self.y * o.y
    }
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }
    pub fn normalize_or_zero(self) -> Self {
        let l = self.length();
        if l > 1e-12 { self / l } else { Self::default() }
    }
    pub fn perp(self) -> Self {
        Self {
            x: -self.y,
            y: self.x,
        }
    }
}
#[derive(Clone, Differentiable)]
pub struct PointMass {
    pub p: Vec2,
    pub v: Vec2,
    pub f: Vec2,
    pub m: f64,
}
#[differentiable]
impl PointMass {
    pub fn at(p: Vec2, m: f64) -> Self {
        Self {
            p,
            v: Vec2::default(),
            f: Vec2::default(),
            m,
        }
    }
}
#[derive(Clone, Differentiable)]
pub struct SoftBody {
    masses: Vec<PointMass>,
    springs: Vec<(usize, usize, f64)>,
    pressure: f64,
    stiffness: f64,
    damping: f64,
}
#[differentiable]
impl SoftBody {
    pub fn ring(n: usize, r: f64, pressure: f64, stiffness: f64) -> Self {
        let masses: Vec<PointMass> = (0..n)
            .map(|i| {
                let a = std::f64::consts::TAU * i as f64 / n as f64;
                PointMass::at(
                    Vec2 {
                        x: a.cos(),
                        y: a.sin(),
                    } * r,
                    1.0,
                )
            })
            .collect();
        let springs = (0..n)
            .map(|i| {
                let j = (i + 1) % n;
                (i, j, (masses[i].p - masses[j].p).length())
            })
            .collect();
        Self {
            masses,
            springs,
            pressure,
            stiffness,
            damping: 0.1,
        }
    }
    pub fn area(&self) -> f64 {
        let n = self.masses.len();
        0.5 * (0..n)
            .map(|i| {
                let (a, b) = (self.masses[i].p, self.masses[(i + 1) % n].p);
                a.x * b.y - a.y * b.x
            })
            .sum::<f64>()
            .abs()
    }
    fn accumulate_forces(&mut self, gravity: Vec2) {
        for m in &mut self.masses {
            m.f = gravity * m.m;
        }
        for &(i, j, rest) in &self.springs {
            let d = self.masses[j].p - self.masses[i].p;
            let dir = d.normalize_or_zero();
            let rel = self.masses[j].v - self.masses[i].v;
            let f = dir * (self.stiffness * (d.length() - rest) + self.damping * rel.dot(dir));
            self.masses[i].f += f;
            self.masses[j].f -= f;
        }
        let area = self.area();
        for &(i, j, _) in self.springs.iter() {
            let d = self.masses[j].p - self.masses[i].p;
            let push = d.perp() * (-0.5 * self.pressure / area);
            self.masses[i].f += push;
            self.masses[j].f += push;
        }
    }
    pub fn step(&mut self, dt: f64) {
        self.accumulate_forces(Vec2 { x: 0.0, y: -1.0 });
        self.masses.iter_mut().for_each(|PointMass { p, v, f, m }| {
            *v += *f / *m * dt;
            *p += *v * dt;
        });
    }
    pub fn extent(&self, axis: Axis) -> f64 {
        let (lo, hi) = self
            .masses
            .iter()
            .map(|m| m.p[axis])
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| {
                (lo.min(v), hi.max(v))
            });
        hi - lo
    }
}
#[differentiable]
fn objective(p: &[f64]) -> f64 {
    let mut body = SoftBody::ring(6, p[0], p[1], p[2]);
    body.masses[2].v = Vec2 { x: p[3], y: 0.3 };
    for _ in 0..5 {
        body.step(0.05);
    }
    body.extent(Axis::X) / body.extent(Axis::Y) + body.area()
}
#[test]
fn bare_enums_that_index() {
    check(
        objective,
        |x| objective::gradient(x),
        &[&[1.0, 0.5, 4.0, 0.3]],
    );
}
