use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Body {
    mass: f64,
    x: f64,
    v: f64,
}

#[differentiable]
fn center_of_mass(bodies: &[Body]) -> f64 {
    let total: f64 = bodies.iter().map(|b| b.mass).sum();
    bodies.iter().map(|b| b.mass * b.x).sum::<f64>() / total
}

#[differentiable]
fn kinetic_after(masses: &[f64], vs: &[f64], dt: f64) -> f64 {
    let mut bodies: Vec<Body> = Vec::with_capacity(masses.len());
    for (i, &mass) in masses.iter().enumerate() {
        bodies.push(Body {
            mass,
            x: i as f64,
            v: vs[i],
        });
    }
    for b in &mut bodies {
        b.x += b.v * dt;
    }
    let c = center_of_mass(&bodies);
    for b in bodies.iter_mut() {
        b.x -= c;
    }
    bodies
        .iter()
        .map(|b| 0.5 * b.mass * b.v * b.v + b.x * b.x)
        .sum()
}

#[test]
fn gradient_is_right() {
    let (m, v) = ([1.0, 2.0, 0.5], [0.3, -0.4, 1.0]);
    let (dm, dv, ddt) = kinetic_after::gradient(&m, &v, 0.2);
    assert_grad(|m| kinetic_after(m, &v, 0.2), &m, &dm);
    assert_grad(|v| kinetic_after(&m, v, 0.2), &v, &dv);
    assert_grad(|d| kinetic_after(&m, &v, d[0]), &[0.2], &[ddt]);
}
