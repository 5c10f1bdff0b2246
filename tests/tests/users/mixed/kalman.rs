use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct State {
    mean: f64,
    var: f64,
}

#[differentiable]
impl State {
    fn predict(self, q: f64) -> Self {
        Self {
            var: self.var + q,
            ..self
        }
    }

    fn update(self, z: f64, r: f64) -> Self {
        let gain = self.var / (self.var + r);
        Self {
            mean: self.mean + gain * (z - self.mean),
            var: (1.0 - gain) * self.var,
        }
    }
}

/// Negative log-likelihood of a scalar random walk observed with noise.
#[differentiable]
fn nll(q: f64, r: f64, zs: &[f64]) -> f64 {
    let mut s = State {
        mean: 0.0,
        var: 1.0,
    };
    let mut total = 0.0;
    for &z in zs {
        s = s.predict(q);
        let innov = z - s.mean;
        let v = s.var + r;
        total += 0.5 * (innov * innov / v + v.ln());
        s = s.update(z, r);
    }
    total
}

#[test]
fn gradient_is_right() {
    let zs = [0.3, 0.7, -0.2, 1.1];
    let (dq, dr, dz) = nll::gradient(0.2, 0.5, &zs);
    assert_grad(|v| nll(v[0], v[1], &zs), &[0.2, 0.5], &[dq, dr]);
    assert_grad(|z| nll(0.2, 0.5, z), &zs, &dz);
}
