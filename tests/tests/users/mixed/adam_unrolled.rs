use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Adam {
    m: f64,
    v: f64,
    lr: f64,
    beta1: f64,
    beta2: f64,
    #[constant]
    t: i32,
}

#[differentiable]
impl Adam {
    fn with_rates(lr: f64, beta1: f64, beta2: f64) -> Self {
        Self {
            m: 0.0,
            v: 0.0,
            lr,
            beta1,
            beta2,
            t: 0,
        }
    }
    fn delta(&mut self, g: f64) -> f64 {
        self.t += 1;
        self.m = self.beta1 * self.m + (1.0 - self.beta1) * g;
        self.v = self.beta2 * self.v + (1.0 - self.beta2) * g * g;
        let m_hat = self.m / (1.0 - self.beta1.powi(self.t));
        let v_hat = self.v / (1.0 - self.beta2.powi(self.t));
        -self.lr * m_hat / (v_hat.sqrt() + 1e-8)
    }
}

#[differentiable]
fn final_loss(lr: f64, b1: f64, b2: f64, x0: f64) -> f64 {
    let mut opt = Adam::with_rates(lr, b1, b2);
    let mut x = x0;
    for _ in 0..6 {
        let grad = 4.0 * x.powi(3) - 2.0 * x;
        x += opt.delta(grad);
    }
    x.powi(4) - x * x
}

#[test]
fn gradient_is_right() {
    let v = [0.1, 0.9, 0.99, 1.7];
    let (a, b, c, d) = final_loss::gradient(v[0], v[1], v[2], v[3]);
    assert_grad(|v| final_loss(v[0], v[1], v[2], v[3]), &v, &[a, b, c, d]);
}
