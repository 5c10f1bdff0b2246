use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Adam {
    m: f64,
    v: f64,
    t: i32,
    lr: f64,
}

impl Default for Adam {
    fn default() -> Self {
        Adam {
            m: 0.0,
            v: 0.0,
            t: 0,
            lr: 0.1,
        }
    }
}

#[differentiable]
trait Optimizer {
    fn step(&mut self, x: f64, g: f64) -> f64;
}

#[differentiable]
impl Optimizer for Adam {
    fn step(&mut self, x: f64, g: f64) -> f64 {
        self.t += 1;
        self.m = 0.9 * self.m + 0.1 * g;
        self.v = 0.99 * self.v + 0.01 * g * g;
        let mh = self.m / (1.0 - 0.9f64.powi(self.t));
        let vh = self.v / (1.0 - 0.99f64.powi(self.t));
        x - self.lr * mh / (vh.sqrt() + 1e-3)
    }
}

#[differentiable]
fn minimize<O: Optimizer + Differentiable>(opt: &mut O, mut x: f64, target: f64, n: usize) -> f64 {
    for _ in 0..n {
        let g = (x - target) * (x - target) * (x - target);
        x = opt.step(x, g);
    }
    x
}

#[differentiable]
fn f(x: f64, target: f64) -> f64 {
    let mut opt = Adam {
        lr: 0.2,
        ..Default::default()
    };
    let mut other = opt.clone();
    minimize(&mut opt, x, target, 4) * minimize(&mut other, 2.0 * x, target, 2)
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.8, 2.6);
    assert_grad(|v| f(v[0], v[1]), &[0.8, 2.6], &[a, b]);
}
