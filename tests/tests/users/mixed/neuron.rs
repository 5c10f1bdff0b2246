use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Gate {
    x: f64,
}
#[differentiable]
impl Gate {
    fn update(&mut self, alpha: f64, beta: f64, dt: f64) -> f64 {
        self.x += dt * (alpha * (1.0 - self.x) - beta * self.x);
        self.x
    }
}
#[differentiable]
fn exprel(x: f64) -> f64 {
    if x.abs() < 1e-6 {
        1.0 + x / 2.0
    } else {
        x.exp_m1() / x
    }
}
#[differentiable]
fn voltage(current: f64, g_na: f64, g_k: f64) -> f64 {
    let mut v = -65.0;
    let [mut m, mut h, mut n] = [0.05, 0.6, 0.32].map(|x| Gate { x });
    let dt = 0.02;
    for _ in 0..20 {
        let am = 1.0 / exprel(-(v + 40.0) / 10.0);
        let bm = 4.0 * (-(v + 65.0) / 18.0_f64).exp();
        let ah = 0.07 * (-(v + 65.0) / 20.0_f64).exp();
        let bh = 1.0 / (1.0 + (-(v + 35.0) / 10.0_f64).exp());
        let an = 0.1 / exprel(-(v + 55.0) / 10.0);
        let bn = 0.125 * (-(v + 65.0) / 80.0_f64).exp();
        let (m, h, n) = (
            m.update(am, bm, dt),
            h.update(ah, bh, dt),
            n.update(an, bn, dt),
        );
        let i = g_na * m.powi(3) * h * (v - 50.0) + g_k * n.powi(4) * (v + 77.0) + 0.3 * (v + 54.4);
        v += dt * (current - i);
    }
    v
}
#[test]
fn gradient_is_right() {
    let v = [10.0, 120.0, 36.0];
    let (a, b, c) = voltage::gradient(v[0], v[1], v[2]);
    assert_grad(|v| voltage(v[0], v[1], v[2]), &v, &[a, b, c]);
}
