use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Body {
    mass: f64,
    pos: [f64; 3],
    vel: [f64; 3],
}

#[differentiable]
fn accelerations(bodies: &[Body]) -> Vec<[f64; 3]> {
    let mut acc = vec![[0.0; 3]; bodies.len()];
    for i in 0..bodies.len() {
        for j in 0..bodies.len() {
            if i == j {
                continue;
            }
            let r: [f64; 3] = std::array::from_fn(|k| bodies[j].pos[k] - bodies[i].pos[k]);
            let d2 = r.iter().map(|x| x * x).sum::<f64>() + 0.01;
            let inv = bodies[j].mass / (d2 * d2.sqrt());
            for k in 0..3 {
                acc[i][k] += r[k] * inv;
            }
        }
    }
    acc
}

#[differentiable]
fn leapfrog(bodies: &mut [Body], dt: f64) {
    let acc = accelerations(bodies);
    for (b, a) in bodies.iter_mut().zip(acc) {
        for k in 0..3 {
            b.vel[k] += a[k] * dt;
            b.pos[k] += b.vel[k] * dt;
        }
    }
}

#[differentiable]
fn energy_after(masses: [f64; 3], x: f64, steps: usize) -> f64 {
    let mut bodies: Vec<Body> = masses
        .iter()
        .enumerate()
        .map(|(i, &mass)| Body {
            mass,
            pos: [i as f64 * x, (i * i) as f64 * 0.5, 0.1],
            vel: [0.0, 0.2 * i as f64, 0.05],
        })
        .collect();
    for _ in 0..steps {
        leapfrog(&mut bodies, 0.05);
    }
    bodies
        .iter()
        .map(|b| 0.5 * b.mass * b.vel.iter().map(|v| v * v).sum::<f64>() + b.pos[0])
        .sum()
}

#[test]
fn gradient_is_right() {
    let m = [1.0, 0.5, 0.8];
    let (dm, dx) = energy_after::gradient(m, 1.1, 6);
    assert_grad(|v| energy_after([v[0], v[1], v[2]], 1.1, 6), &m, &dm);
    assert_grad(|x| energy_after(m, x[0], 6), &[1.1], &[dx]);
}
