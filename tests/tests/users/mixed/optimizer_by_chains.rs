use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Default, Differentiable)]
struct Config {
    lr: f64,
    momentum: f64,
    steps: usize,
}
#[differentiable]
impl Config {
    fn new() -> Self {
        Config {
            lr: 0.1,
            ..Default::default()
        }
    }
    fn with_lr(mut self, lr: f64) -> Self {
        self.lr = lr;
        self
    }
    fn with_momentum(self, momentum: f64) -> Self {
        Self { momentum, ..self }
    }
    fn steps(mut self, n: usize) -> Self {
        self.steps = n;
        self
    }
    fn build(self) -> Optimizer {
        Optimizer {
            config: self,
            v: 0.0,
            x: 1.0,
        }
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Optimizer {
    config: Config,
    v: f64,
    x: f64,
}
#[differentiable]
impl Optimizer {
    fn start(&mut self, x: f64) -> &mut Self {
        self.x = x;
        self.v = 0.0;
        self
    }
    fn step(&mut self) -> &mut Self {
        let g = 2.0 * self.x + self.x.cos();
        self.v = self.config.momentum * self.v - self.config.lr * g;
        self.x += self.v;
        self
    }
    fn run(&mut self) -> f64 {
        for _ in 0..self.config.steps {
            self.step();
        }
        self.x
    }
}
#[differentiable]
fn f(lr: f64, m: f64, x: f64) -> f64 {
    let mut opt = Config::new().with_lr(lr).with_momentum(m).steps(3).build();
    opt.start(x).run() + opt.start(x * x).step().step().x
}
#[test]
fn gradient_is_right() {
    check(
        |v| f(v[0], v[1], v[2]),
        |v| {
            let (a, b, c) = f::gradient(v[0], v[1], v[2]);
            vec![a, b, c]
        },
        &[&[0.1, 0.5, 0.7]],
    );
}
