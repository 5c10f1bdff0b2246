use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Particle<const D: usize> {
    x: [f64; D],
    v: [f64; D],
    best: Option<([f64; D], f64)>,
}

#[differentiable]
impl<const D: usize> Particle<D> {
    fn at(x: [f64; D]) -> Self {
        Particle {
            x,
            v: [0.0; D],
            best: None,
        }
    }

    fn visit<F: Fn(&[f64; D]) -> f64>(&mut self, f: F) -> f64 {
        let value = f(&self.x);
        self.best = match self.best {
            Some((x, old)) if old <= value => Some((x, old)),
            _ => Some((self.x, value)),
        };
        value
    }

    fn fly(&mut self, inertia: f64, pull: f64) {
        let Some((target, _)) = self.best else { return };
        for d in 0..D {
            self.v[d] = inertia * self.v[d] + pull * (target[d] - self.x[d]) - 0.1 * self.x[d];
            self.x[d] += self.v[d];
        }
    }
}

#[differentiable]
fn run(start: [f64; 2], inertia: f64, pull: f64) -> f64 {
    let bowl = |p: &[f64; 2]| (p[0] - 1.0).powi(2) + 2.0 * (p[1] + 0.5).powi(2);
    let mut p = Particle::at(start);
    let mut total = 0.0;
    for _ in 0..5 {
        total += p.visit(bowl);
        p.fly(inertia, pull);
    }
    total + p.best.map_or(0.0, |(_, v)| v)
}

#[test]
fn gradient_is_right() {
    let (ds, di, dp) = run::gradient([2.0, 0.7], 0.6, 0.4);
    assert_grad(
        |v| run([v[0], v[1]], v[2], v[3]),
        &[2.0, 0.7, 0.6, 0.4],
        &[ds[0], ds[1], di, dp],
    );
}
