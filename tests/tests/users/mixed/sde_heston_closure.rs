use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Heston {
    kappa: f64,
    theta: f64,
    xi: f64,
    rho: f64,
}

#[differentiable]
fn simulate<P: Fn(f64, f64) -> f64>(
    h: &Heston,
    v0: f64,
    #[constant] noise: &[(f64, f64)],
    payoff: P,
) -> f64 {
    let Heston {
        kappa,
        theta,
        xi,
        rho,
    } = *h;
    let dt: f64 = 0.1;
    let (mut s, mut v, mut peak) = (1.0f64, v0, 1.0f64);
    for &(z1, z2) in noise {
        let vol = v.max(0.0).sqrt();
        let w = rho * z1 + (1.0 - rho * rho).sqrt() * z2;
        s *= (-0.5 * v * dt + vol * dt.sqrt() * z1).exp();
        v += kappa * (theta - v) * dt + xi * vol * dt.sqrt() * w;
        peak = peak.max(s);
    }
    payoff(s, peak)
}

#[differentiable]
fn lookback(h: &Heston, v0: f64, strike: f64, #[constant] noise: &[(f64, f64)]) -> f64 {
    simulate(h, v0, noise, |s, peak| (peak - strike).max(0.0) + 0.1 * s)
}

#[test]
fn gradient_is_right() {
    let noise = [(0.3, -0.5), (1.0, 0.2), (-0.4, 0.9), (0.6, -1.1)];
    let mk = |v: &[f64]| Heston {
        kappa: v[0],
        theta: v[1],
        xi: v[2],
        rho: v[3],
    };
    let v = [1.5, 0.04, 0.3, -0.6, 0.05, 0.9];
    let (g, dv, dk) = lookback::gradient(&mk(&v), v[4], v[5], &noise);
    assert_grad(
        |v| lookback(&mk(v), v[4], v[5], &noise),
        &v,
        &[g.kappa, g.theta, g.xi, g.rho, dv, dk],
    );
}
