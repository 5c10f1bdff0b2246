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
fn payoff(m: Heston, v0: f64, #[constant] z: &[(f64, f64)]) -> f64 {
    let Heston {
        kappa,
        theta,
        xi,
        rho,
    } = m;
    let dt: f64 = 0.1;
    let (mut x, mut v) = (0.0f64, v0);
    for &(z1, z2) in z {
        let w = rho * z1 + (1.0 - rho * rho).sqrt() * z2;
        let vp = v.max(0.0);
        x += -0.5 * vp * dt + (vp * dt).sqrt() * z1;
        v += kappa * (theta - vp) * dt + xi * (vp * dt).sqrt() * w;
    }
    (x.exp() - 1.0).max(0.0) + 0.1 * v
}
#[test]
fn gradient_is_right() {
    let z = [(0.4, -0.2), (0.9, 1.0), (0.3, -0.5)];
    let mk = |v: &[f64]| Heston {
        kappa: v[0],
        theta: v[1],
        xi: v[2],
        rho: v[3],
    };
    let v = [1.5, 0.04, 0.3, -0.6, 0.05];
    let (g, dv) = payoff::gradient(mk(&v), v[4], &z);
    assert_grad(
        |v| payoff(mk(v), v[4], &z),
        &v,
        &[g.kappa, g.theta, g.xi, g.rho, dv],
    );
}
