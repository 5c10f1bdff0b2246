//! A method of one element is given another one, which a loop lends, in a list that changes.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Debug, Clone, Copy, Differentiable)]
struct Body {
    mass: f64,
    pos: [f64; 2],
    vel: [f64; 2],
}

#[differentiable]
impl Body {
    fn pull(&self, other: &Body) -> [f64; 2] {
        let d = [other.pos[0] - self.pos[0], other.pos[1] - self.pos[1]];
        let r2 = d[0].mul_add(d[0], d[1] * d[1]) + 0.01;
        let k = other.mass / (r2 * r2.sqrt());
        d.map(|c| k * c)
    }
    fn potential(&self, other: &Body) -> f64 {
        -self.mass * other.mass / (self.pos[0] - other.pos[0]).hypot(self.pos[1] - other.pos[1])
    }
}

#[differentiable]
fn step(bodies: &mut [Body], dt: f64) {
    for i in 0..bodies.len() {
        let mut acc = [0.0; 2];
        for (j, other) in bodies.iter().enumerate() {
            if i == j {
                continue;
            }
            let a = bodies[i].pull(other);
            acc[0] += a[0];
            acc[1] += a[1];
        }
        for (v, a) in bodies[i].vel.iter_mut().zip(acc) {
            *v += a * dt;
        }
    }
    for b in bodies.iter_mut() {
        for k in 0..2 {
            b.pos[k] += b.vel[k] * dt;
        }
    }
}

#[differentiable]
fn settled(mut bodies: Vec<Body>) -> f64 {
    for i in 1..bodies.len() {
        let e: f64 = bodies
            .iter()
            .take(i)
            .map(|other| bodies[i].potential(other))
            .sum();
        bodies[i].mass *= 1.0 - 0.1 * e;
    }
    bodies.iter().map(|b| b.mass * b.mass).sum()
}

fn bodies(x: &[f64]) -> Vec<Body> {
    let body = |c: &[f64]| Body {
        mass: c[0],
        pos: [c[1], c[2]],
        vel: [0.1, 0.0],
    };
    x.chunks_exact(3).map(body).collect()
}

#[differentiable]
fn energy(x: &[f64]) -> f64 {
    let mut bodies: Vec<Body> = x
        .chunks_exact(3)
        .map(|c| Body {
            mass: c[0],
            pos: [c[1], c[2]],
            vel: [0.1, 0.0],
        })
        .collect();
    for _ in 0..3 {
        step(&mut bodies, 0.05);
    }
    bodies
        .iter()
        .map(|b| 0.5 * b.mass * b.vel.iter().map(|v| v * v).sum::<f64>())
        .sum()
}

#[test]
fn elements_of_a_changing_list_look_at_each_other() {
    let points: &[&[f64]] = &[
        &[1.0, 0.0, 0.1, 0.5, 1.0, 0.3, 0.8, -0.5, 0.9],
        &[2.0, 0.3, -0.4, 0.7, 1.2, 0.8],
    ];
    check(energy, energy::gradient, points);
    check(
        |x| settled(bodies(x)),
        |x| {
            let by_body = settled::gradient(bodies(x));
            let numbers = by_body.iter().flat_map(|b| [b.mass, b.pos[0], b.pos[1]]);
            numbers.collect()
        },
        points,
    );
}
