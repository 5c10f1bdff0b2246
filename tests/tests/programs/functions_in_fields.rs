//! Functions in fields of generic structs, and in what is put together for an argument.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Differentiable)]
struct Solver<F> {
    f: F,
    rate: f64,
    steps: usize,
}

#[differentiable]
impl<F: Fn(f64) -> f64> Solver<F> {
    fn new(f: F, rate: f64) -> Self {
        Solver { f, rate, steps: 4 }
    }

    fn run(&self, x0: f64) -> f64 {
        let mut x = x0;
        for i in 0..self.steps {
            if i % 2 == 0 {
                x -= self.rate * (self.f)(x);
            } else {
                x -= 0.5 * self.rate * (self.f)(x * x);
            }
        }
        x
    }

    fn twice(&self, x0: f64) -> f64 {
        let f = &self.f;
        f(f(self.run(x0)))
    }
}

#[differentiable]
fn made_by_a_literal(target: f64, x0: f64) -> f64 {
    let s = Solver {
        f: |x| 2.0 * (x - target),
        rate: target * 0.1,
        steps: 5,
    };
    s.run(x0)
}
check!(made_by_a_literal_checks, made_by_a_literal(1.0, 1.7));

#[differentiable]
fn solved<F: Fn(f64) -> f64>(f: F, x0: f64, n: usize) -> f64 {
    let s = Solver::new(f, 0.1 * x0);
    let mut sum = 0.0;
    for i in 0..n {
        sum += if i % 2 == 0 { s.run(x0) } else { s.twice(x0) };
    }
    sum
}

#[differentiable]
fn made_by_a_constructor(target: f64, x0: f64, n: usize) -> f64 {
    solved(|x| (x - target).sin(), x0, n)
}
check!(
    made_by_a_constructor_checks,
    made_by_a_constructor(1.0, 1.7, fixed(3))
);

#[derive(Differentiable)]
struct Layer<F, G> {
    weights: Vec<f64>,
    activation: F,
    loss: G,
}

#[differentiable]
impl<F, G> Layer<F, G>
where
    F: Fn(f64) -> f64,
    G: Fn(&[f64], f64) -> f64,
{
    fn forward(&self, x: &[f64], y: f64) -> f64 {
        let z: Vec<f64> = self
            .weights
            .iter()
            .zip(x)
            .map(|(w, x)| (self.activation)(w * x))
            .collect();
        (self.loss)(&z, y)
    }
}

#[differentiable]
fn several_functions(w: &[f64], x: &[f64], k: f64) -> f64 {
    let layer = Layer {
        weights: w.to_vec(),
        activation: |z: f64| (k * z).tanh(),
        loss: |z: &[f64], y: f64| z.iter().map(|z| (z - y) * (z - y)).sum::<f64>() * k,
    };
    layer.forward(x, k * k)
}
check!(
    several_functions_checks,
    several_functions(&[0.5, -0.4], &[1.1, 0.7], 0.9)
);

#[differentiable]
fn maybe<F: Fn(f64) -> f64>(f: Option<F>, x: f64) -> f64 {
    match f {
        Some(f) => f(x),
        None => x,
    }
}

#[differentiable]
fn halve(x: f64) -> f64 {
    x / 2.0
}

#[differentiable]
fn in_an_option(x: f64, k: f64) -> f64 {
    let a = maybe(Some(|v| v * k), x);
    let b = maybe(Some(halve), a);
    maybe(None::<fn(f64) -> f64>, b) + maybe(Some(|v: f64| v.sin() * a), k)
}
check!(in_an_option_checks, in_an_option(1.2, 0.7));

/// Nothing calls the function, so that it may be any.
#[derive(Differentiable)]
struct Logged<F: Fn(f64)> {
    #[allow(dead_code)]
    #[constant]
    log: F,
    value: f64,
}

#[differentiable]
impl<F: Fn(f64)> Logged<F> {
    fn scaled(&self, k: f64) -> f64 {
        self.value * k
    }
}

#[test]
fn constant_functions_are_left_alone() {
    let logged = Logged {
        log: |_| {},
        value: 3.0,
    };
    let (gradient, by_k) = logged.scaled_gradient(2.0);
    assert_eq!((gradient.value, by_k), (2.0, 3.0));
}

#[differentiable]
fn called_here(target: f64, x0: f64) -> f64 {
    let s = Solver {
        f: |x| 2.0 * (x - target),
        rate: 0.1,
        steps: 3,
    };
    let made = Solver::new(|x| x * target, 0.2);
    (s.f)(x0) * (made.f)(2.0 * x0) + s.run(x0) * made.run(x0)
}
check!(called_here_checks, called_here(1.0, 1.7));
