use crate::check;
use pullback::{Differentiable, differentiable};
use std::fmt::Debug;
use std::rc::Rc;
#[differentiable]
trait Density: Debug {
    fn log_pdf(&self, x: f64) -> f64;
    fn pdf(&self, x: f64) -> f64 {
        self.log_pdf(x).exp()
    }
}
#[differentiable]
trait Updates {
    fn update(&mut self, x: f64);
    fn count(&self) -> usize;
    fn pull(&mut self, xs: &[f64]) -> f64 {
        for &x in xs {
            self.update(x);
        }
        xs.len() as f64
    }
}
#[differentiable]
trait Filter: Density + Updates + Send {
    fn mean(&self) -> f64;
    fn run(&mut self, xs: &[f64]) -> f64 {
        let mut t = 0.0;
        for &x in xs {
            t += self.log_pdf(x);
            self.update(x);
        }
        t + self.mean()
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Normal {
    mu: f64,
    sd: f64,
    n: usize,
}
#[derive(Clone, Debug, Differentiable)]
struct Laplace {
    mu: f64,
    b: f64,
}
#[differentiable]
impl Density for Normal {
    fn log_pdf(&self, x: f64) -> f64 {
        let z = (x - self.mu) / self.sd;
        -0.5 * z * z - self.sd.ln()
    }
}
#[differentiable]
impl Density for Laplace {
    fn log_pdf(&self, x: f64) -> f64 {
        -(x - self.mu).abs() / self.b
    }
    fn pdf(&self, x: f64) -> f64 {
        self.b * x
    }
}
#[differentiable]
impl Updates for Normal {
    fn update(&mut self, x: f64) {
        self.mu = 0.8 * self.mu + 0.2 * x * self.sd;
        self.n += 1;
    }
    fn count(&self) -> usize {
        self.n
    }
}
#[differentiable]
impl Updates for Laplace {
    fn update(&mut self, x: f64) {
        self.mu += 0.1 * x;
        self.b *= 1.0 + 0.01 * x * x;
    }
    fn count(&self) -> usize {
        7
    }
}
#[differentiable]
impl Filter for Normal {
    fn mean(&self) -> f64 {
        self.mu
    }
}
#[differentiable]
impl Filter for Laplace {
    fn mean(&self) -> f64 {
        self.mu * self.b
    }
    fn run(&mut self, xs: &[f64]) -> f64 {
        self.pull(xs) * self.mean()
    }
}
#[derive(Differentiable)]
struct Bank {
    filters: Vec<Box<dyn Filter>>,
    main: Rc<dyn Density>,
}
#[differentiable]
impl Bank {
    fn step(&mut self, x: f64) -> f64 {
        let mut t = 0.0;
        for f in self.filters.iter_mut() {
            t += f.pdf(x);
            f.update(x);
            t += f.log_pdf(x) * f.count() as f64;
            t += f.mean();
        }
        t + self.main.log_pdf(x)
    }
}
#[differentiable]
fn total(ps: &[Box<dyn Filter>], x: f64) -> f64 {
    ps.iter()
        .map(|p| p.log_pdf(x) * p.mean() + p.pdf(0.2))
        .sum()
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let ps: Vec<Box<dyn Filter>> = vec![
        Box::new(Normal {
            mu: x[0],
            sd: x[1],
            n: 1,
        }),
        Box::new(Laplace { mu: x[2], b: x[1] }),
    ];
    let a = total(&ps, 0.4);
    let mut bank = Bank {
        filters: ps,
        main: Rc::new(Laplace { mu: x[0], b: 2.0 }),
    };
    let mut t = a;
    for i in 0..3 {
        t += bank.step(x[i]);
    }
    t += bank.filters[0].run(x) * bank.filters[1].run(x);
    t += bank.filters[1].pull(x);
    t + total(&bank.filters, x[2])
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.3, 1.2, 0.7], &[0.8, 0.9, -0.4]],
    );
}
