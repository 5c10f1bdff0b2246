//! Chains of builders' methods that nothing with a derivative goes into.
use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug)]
struct Config {
    steps: usize,
    tol: f64,
}
impl Config {
    fn new() -> Self {
        Config {
            steps: 1,
            tol: 1e-3,
        }
    }
    fn with_steps(mut self, n: usize) -> Self {
        self.steps = n;
        self
    }
    fn tol(mut self, t: f64) -> Self {
        self.tol = t;
        self
    }
}
struct Opts {
    steps: usize,
    tol: f64,
    names: Vec<String>,
}
impl Opts {
    fn new() -> Self {
        Opts {
            steps: 1,
            tol: 1e-3,
            names: Vec::new(),
        }
    }
    fn steps(&mut self, n: usize) -> &mut Self {
        self.steps = n;
        self
    }
    fn tol(&mut self, t: f64) -> &mut Self {
        self.tol = t;
        self
    }
    fn build(&mut self) -> Config {
        Config {
            steps: self.steps,
            tol: self.tol,
        }
    }
}
#[derive(Clone, Differentiable)]
struct Solver {
    x: f64,
    #[constant]
    cfg: Config,
}
#[differentiable]
impl Solver {
    fn new(x: f64) -> Self {
        Solver {
            x,
            cfg: Config::new().with_steps(20).tol(1e-9),
        }
    }
    fn run(&self) -> f64 {
        let mut y = self.x;
        for _ in 0..self.cfg.steps {
            y = y - (y * y - self.x) / (2.0 * y);
            if (y * y - self.x).abs() < self.cfg.tol {
                break;
            }
        }
        y
    }
}
#[differentiable]
fn run(#[constant] cfg: &Config, x: f64) -> f64 {
    let mut y = x;
    for _ in 0..cfg.steps {
        y = (y + x / y) * 0.5;
    }
    y
}
#[differentiable]
fn f(x: f64) -> f64 {
    let cfg = Config::new().with_steps(10).tol(1e-12);
    let mut y = x;
    for _ in 0..cfg.steps {
        y = y - (y * y - x) / (2.0 * y);
        if (y * y - x).abs() < cfg.tol {
            break;
        }
    }
    let c2 = Opts::new().steps(8).tol(0.1).build();
    let n = Config::new().with_steps(4).tol(0.5).steps;
    let mut z = x;
    for _ in 0..c2.steps + n {
        z = (z + x / z) * 0.5;
    }
    y + z + Solver::new(x).run() + run(&Config::new().with_steps(20).tol(1e-9), x)
}

#[differentiable]
fn of_point(p: &[f64]) -> f64 {
    f(p[0])
}

#[test]
fn gradient_is_right() {
    check(of_point, |x| of_point::gradient(x), &[&[2.0], &[0.7]]);
}
