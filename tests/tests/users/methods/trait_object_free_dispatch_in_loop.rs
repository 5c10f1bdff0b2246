use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Tank {
    level: f64,
    area: f64,
    outlet: f64,
}

#[differentiable]
impl Tank {
    fn outflow(&self) -> f64 {
        self.outlet * (2.0 * 9.81 * self.level.max(0.0)).sqrt()
    }

    fn fill(&mut self, inflow: f64, dt: f64) -> f64 {
        let out = self.outflow();
        self.level += (inflow - out) / self.area * dt;
        out
    }

    pub fn is_empty(&self) -> bool {
        self.level <= 1e-9
    }
}

#[differentiable]
fn cascade(levels: &[f64], outlet: f64, inflow: f64) -> f64 {
    let mut tanks: Vec<Tank> = levels
        .iter()
        .map(|&level| Tank {
            level,
            area: 2.0,
            outlet,
        })
        .collect();
    for _ in 0..6 {
        let mut q = inflow;
        for t in tanks.iter_mut() {
            if t.is_empty() {
                continue;
            }
            q = t.fill(q, 0.1);
        }
    }
    tanks.last().map(|t| t.level).unwrap_or(0.0) + tanks[0].outflow()
}

#[test]
fn gradient_is_right() {
    let l = [1.0, 0.5, 0.8];
    let (dl, d_o, di) = cascade::gradient(&l, 0.05, 0.3);
    assert_grad(|l| cascade(l, 0.05, 0.3), &l, &dl);
    assert_grad(|v| cascade(&l, v[0], v[1]), &[0.05, 0.3], &[d_o, di]);
}
