use crate::assert_grad;
use pullback::{Differentiable, differentiable};

struct Lcg(u64);

impl Lcg {
    fn uniform(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    fn normals(seed: u64, n: usize) -> Vec<f64> {
        let mut g = Lcg(seed);
        (0..n)
            .map(|_| {
                let (u, v) = (g.uniform(), g.uniform());
                (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
            })
            .collect()
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Gbm {
    spot: f64,
    drift: f64,
    vol: f64,
}

#[differentiable]
impl Gbm {
    fn path(&self, shocks: &[f64], dt: f64) -> Vec<f64> {
        let mut s = self.spot;
        let mut out = Vec::with_capacity(shocks.len());
        for z in shocks {
            s *= ((self.drift - 0.5 * self.vol.powi(2)) * dt + self.vol * dt.sqrt() * z).exp();
            out.push(s);
        }
        out
    }
}

#[differentiable]
fn asian_call(m: &Gbm, strike: f64, #[constant] shocks: &[f64], steps: usize) -> f64 {
    let paths = shocks.len() / steps;
    let dt = 1.0 / steps as f64;
    let payoff: f64 = shocks
        .chunks_exact(steps)
        .map(|z| {
            let p = m.path(z, dt);
            let avg = p.iter().sum::<f64>() / steps as f64;
            if avg > strike { avg - strike } else { 0.0 }
        })
        .sum();
    (-m.drift).exp() * payoff / paths as f64
}

#[test]
fn gradient_is_right() {
    let z = Lcg::normals(7, 40);
    let mk = |v: &[f64]| Gbm {
        spot: v[0],
        drift: v[1],
        vol: v[2],
    };
    let v = [1.0, 0.05, 0.3, 0.95];
    let (g, dk) = asian_call::gradient(&mk(&v), v[3], &z, 4);
    assert_grad(
        |v| asian_call(&mk(v), v[3], &z, 4),
        &v,
        &[g.spot, g.drift, g.vol, dk],
    );
}
