use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn drained(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.retain(|a| *a > 0.0);
    let head: f64 = v.drain(..2).map(|a| a * a).sum();
    let mut w = vec![head];
    w.append(&mut v);
    let tail = w.split_off(1);
    w[0] * tail.iter().sum::<f64>() + tail.len() as f64 * x[1] + v.len() as f64
}

#[differentiable]
fn positions(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.insert(1, x[0] * x[2]);
    let a = v.remove(0);
    let b = v.swap_remove(0);
    v.resize(6, a * b);
    v.truncate(5);
    let last = v[4];
    v.resize(3, 0.0);
    let mut s = last;
    for (i, w) in v.iter().enumerate() {
        s += w * (i as f64 + 1.0) * a;
    }
    v.clear();
    v.push(s);
    v[0] * b
}

/// Removes the worst until three are left.
#[differentiable]
fn trimmed_mean(x: &[f64]) -> f64 {
    let mut v: Vec<f64> = x.to_vec();
    while v.len() > 3 {
        let mean = v.iter().sum::<f64>() / v.len() as f64;
        let mut worst = 0;
        for i in 0..v.len() {
            if (v[i] - mean).abs() > (v[worst] - mean).abs() {
                worst = i;
            }
        }
        v.remove(worst);
    }
    v.iter().map(|a| a * a).sum::<f64>() / 3.0
}

#[differentiable]
fn without_repetitions(x: &[f64]) -> f64 {
    let mut v = vec![x[0], x[0], x[1], x[2], x[2] + 0.01, x[2] + 5.0];
    v.dedup_by(|a, b| (*a - *b).abs() < 0.1);
    let mut w = v.clone();
    w.dedup_by_key(|a| *a as i64);
    let mut u = v.clone();
    u.push(u[u.len() - 1]);
    u.dedup();
    v.iter().product::<f64>() + w.iter().map(|a| a * a).sum::<f64>() + u.len() as f64 * u[1]
}

#[derive(Clone, Debug, Differentiable)]
struct Particle {
    x: f64,
    v: f64,
    id: usize,
}

#[derive(Clone, Debug, Differentiable)]
struct Cloud {
    particles: Vec<Particle>,
    lost: Vec<f64>,
}

#[differentiable]
impl Cloud {
    fn step(&mut self, dt: f64) {
        for p in self.particles.iter_mut() {
            p.x += p.v * dt;
        }
        let mut k = 0;
        while k < self.particles.len() {
            if self.particles[k].x.abs() > 2.0 {
                let gone = self.particles.swap_remove(k);
                self.lost.insert(0, gone.x * gone.v);
            } else {
                k += 1;
            }
        }
        self.particles.retain(|p| p.x > -1.5);
        if self.lost.len() > 2 {
            self.lost.truncate(2);
        }
    }
}

#[differentiable]
fn simulated(v: &[f64], dt: f64) -> f64 {
    let mut cloud = Cloud {
        particles: Vec::new(),
        lost: vec![],
    };
    for (id, &v) in v.iter().enumerate() {
        cloud.particles.push(Particle {
            x: 0.1 * id as f64,
            v,
            id,
        });
    }
    for _ in 0..4 {
        cloud.step(dt);
    }
    let kinetic: f64 = cloud
        .particles
        .iter()
        .map(|p| p.v * p.v + p.x * p.id as f64)
        .sum();
    kinetic + cloud.lost.iter().sum::<f64>()
}

#[differentiable]
fn rows(x: &[f64]) -> f64 {
    let mut m: Vec<Vec<f64>> = x.chunks(2).map(|c| c.to_vec()).collect();
    let first = m.remove(0);
    m.insert(1, first);
    m.retain(|r| r[0] > 0.0);
    let taken: Vec<Vec<f64>> = m.drain(1..).collect();
    let mut s = m[0][0] * m[0][1].exp();
    for (i, row) in taken.iter().enumerate() {
        s += row[0] * row[1] * (i as f64 + 2.0);
    }
    s
}

#[differentiable]
fn shrink(v: &mut Vec<f64>, k: f64) -> f64 {
    v.swap(0, 2);
    let a = v.remove(1);
    v.truncate(2);
    v.insert(0, k * a);
    a
}

#[differentiable]
fn through_a_reference(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    let a = shrink(&mut v, k);
    let b = shrink(&mut v, a);
    v[0] * v[1] + v[2] * b
}

#[test]
fn gradients_are_right() {
    let x = [0.3, -1.0, 0.7, 0.8, -0.2, 1.5];
    assert_grad(drained, &x, &drained::gradient(&x));
    assert_grad(positions, &x, &positions::gradient(&x));
    assert_grad(trimmed_mean, &x, &trimmed_mean::gradient(&x));
    let y = [1.3, 2.4, 3.2];
    assert_grad(without_repetitions, &y, &without_repetitions::gradient(&y));
    for v in [
        [1.0, -2.0, 3.0, 0.4],
        [5.0, 6.0, 7.0, -9.0],
        [0.1, 0.2, 0.3, 0.4],
    ] {
        let (dv, dt) = simulated::gradient(&v, 0.47);
        assert_grad(|v| simulated(v, 0.47), &v, &dv);
        assert_grad(|t| simulated(&v, t[0]), &[0.47], &[dt]);
    }
    assert_grad(rows, &x, &rows::gradient(&x));
    let z = [0.4, 1.1, -0.8, 2.0];
    let (dz, dk) = through_a_reference::gradient(&z, 1.3);
    assert_grad(|z| through_a_reference(z, 1.3), &z, &dz);
    assert_grad(|k| through_a_reference(&z, k[0]), &[1.3], &[dk]);
}
