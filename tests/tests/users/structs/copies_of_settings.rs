use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Debug)]
struct Config {
    rate: f64,
    knots: Vec<f64>,
    mode: Mode,
}
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Fast,
    Slow(usize),
}
impl Config {
    fn steps(&self) -> usize {
        match self.mode {
            Mode::Fast => 2,
            Mode::Slow(n) => n,
        }
    }
    fn rate(&self) -> f64 {
        self.rate
    }
    fn knot(&self, i: usize) -> Option<f64> {
        self.knots.get(i).copied()
    }
    fn is_slow(&self) -> bool {
        matches!(self.mode, Mode::Slow(_))
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Model {
    weights: Vec<f64>,
    #[constant]
    config: Config,
}
#[differentiable]
impl Model {
    fn run(&self, x: f64) -> f64 {
        let config = self.config.clone();
        let mut y = x;
        for i in 0..config.steps() {
            y = self.weights[i % self.weights.len()] * y.tanh() + self.config.rate();
            if let Some(k) = self.config.knot(i) {
                y += k * self.weights[0];
            }
        }
        if config.is_slow() { y * config.rate } else { y }
    }
    fn train(&mut self, xs: &[f64]) {
        let Config { rate, knots, .. } = &self.config;
        for (w, x) in self.weights.iter_mut().zip(xs) {
            *w -= rate * x * knots[0];
        }
    }
}
#[differentiable]
fn run(p: &[f64]) -> f64 {
    let base = Config {
        rate: 0.3,
        knots: vec![0.5, 0.25],
        mode: Mode::Fast,
    };
    let mut a = Model {
        weights: p.to_vec(),
        config: base.clone(),
    };
    let b = Model {
        weights: p[1..].to_vec(),
        config: Config {
            mode: Mode::Slow(4),
            ..base
        },
    };
    a.train(&p[1..]);
    a.run(p[0]) + b.run(p[1])
}

check!(
    methods_of_copied_settings,
    run(&[0.5, 1.5, 0.3]),
    run(&[-0.2, 0.4])
);
