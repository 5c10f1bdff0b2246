use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Momentum {
    velocity: Vec<f64>,
    beta: f64,
    lr: f64,
}

#[differentiable]
impl Momentum {
    fn new(n: usize, beta: f64, lr: f64) -> Self {
        Self {
            velocity: vec![0.0; n],
            beta,
            lr,
        }
    }

    fn step(&mut self, params: &mut [f64], grads: &[f64]) {
        for i in 0..params.len() {
            self.velocity[i] = self.beta * self.velocity[i] + grads[i];
            params[i] -= self.lr * self.velocity[i];
        }
    }
}

#[differentiable]
fn after_training(start: &[f64], beta: f64, lr: f64, steps: usize) -> f64 {
    let mut p = start.to_vec();
    let mut opt = Momentum::new(p.len(), beta, lr);
    for _ in 0..steps {
        // gradient of 0.5 * sum (i + 1) p_i^2
        let g: Vec<f64> = p
            .iter()
            .enumerate()
            .map(|(i, x)| (i as f64 + 1.0) * x)
            .collect();
        opt.step(&mut p, &g);
    }
    p.iter().map(|x| x * x).sum()
}

#[test]
fn gradient_is_right() {
    let s = [1.0, -0.5, 2.0];
    let (ds, db, dl) = after_training::gradient(&s, 0.9, 0.1, 6);
    assert_grad(|s| after_training(s, 0.9, 0.1, 6), &s, &ds);
    assert_grad(
        |v| after_training(&s, v[0], v[1], 6),
        &[0.9, 0.1],
        &[db, dl],
    );
}
