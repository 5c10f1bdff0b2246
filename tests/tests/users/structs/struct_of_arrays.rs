use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Default, Differentiable)]
struct Particles {
    x: Vec<f64>,
    v: Vec<f64>,
    q: Vec<f64>,
}

#[differentiable]
impl Particles {
    fn spawn(&mut self, x: f64, v: f64, q: f64) {
        self.x.push(x);
        self.v.push(v);
        self.q.push(q);
    }

    fn drift(&mut self, dt: f64) {
        let Particles { x, v, .. } = self;
        for (x, v) in x.iter_mut().zip(v.iter()) {
            *x += v * dt;
        }
    }
}

#[differentiable]
fn dipole(v: &[f64], dt: f64) -> f64 {
    let mut p = Particles::default();
    for (i, &vi) in v.iter().enumerate() {
        p.spawn(i as f64 * 0.5, vi, if i % 2 == 0 { 1.0 } else { -2.0 });
    }
    p.drift(dt);
    p.drift(dt * dt);
    p.x.iter().zip(&p.q).map(|(x, q)| q * x * x).sum()
}

#[test]
fn gradient_is_right() {
    let v = [0.3, -0.8, 1.5];
    let (dv, dt) = dipole::gradient(&v, 0.4);
    assert_grad(|v| dipole(v, 0.4), &v, &dv);
    assert_grad(|t| dipole(&v, t[0]), &[0.4], &[dt]);
}
