//! Structs that refer to data and own values of a type parameter.

use crate::assert_grad;
use pullback::{Differentiable, Real, differentiable};

#[differentiable]
trait Kernel {
    fn at(&self, r: f64) -> f64;
}

#[derive(Clone, Differentiable)]
struct Gauss {
    height: f64,
    width: f64,
}

/// One without `Clone`.
#[derive(Differentiable)]
struct Sum<A, B>(A, B);

#[derive(Clone, Differentiable)]
struct Linear(f64);

#[differentiable]
impl Kernel for Gauss {
    fn at(&self, r: f64) -> f64 {
        self.height * (-r * r / self.width).exp()
    }
}

#[differentiable]
impl Kernel for Linear {
    fn at(&self, r: f64) -> f64 {
        self.0 * r
    }
}

#[differentiable]
impl<A: Kernel + Differentiable, B: Kernel + Differentiable> Kernel for Sum<A, B> {
    fn at(&self, r: f64) -> f64 {
        self.0.at(r) + self.1.at(r)
    }
}

#[derive(Differentiable)]
struct Process<'a, K> {
    kernel: K,
    others: Vec<K>,
    xs: &'a [f64],
    scale: f64,
}

#[differentiable]
impl<'a, K: Kernel + Differentiable> Process<'a, K> {
    fn new(kernel: K, xs: &'a [f64]) -> Self {
        Process {
            kernel,
            others: Vec::new(),
            xs,
            scale: 2.0,
        }
    }

    fn total(&self) -> f64 {
        let mut sum = 0.0;
        for a in self.xs {
            for b in self.xs {
                sum += self.kernel.at(a - b);
            }
        }
        sum * self.scale + self.others.iter().map(|k| k.at(1.0)).sum::<f64>()
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Amplified<'a, T> {
    samples: &'a [f64],
    gain: T,
}

#[differentiable]
impl<T: Real> Amplified<'_, T> {
    fn factor(&self) -> T {
        self.gain * self.gain
    }

    fn energy(&self) -> f64 {
        self.samples.iter().map(|s| s * s).sum()
    }
}

#[differentiable]
fn f(p: &[f64], xs: &[f64]) -> f64 {
    let gauss = Gauss {
        height: p[0],
        width: p[1] * p[1],
    };
    let process = Process::new(Sum(gauss.clone(), Linear(p[1])), xs);
    let mut sum = process.total();
    for i in 0..2 {
        let one = Process {
            kernel: gauss.clone(),
            others: vec![
                gauss.clone(),
                Gauss {
                    height: xs[i],
                    width: 1.0,
                },
            ],
            xs: &xs[i..],
            scale: p[i],
        };
        sum += one.total();
    }
    let amplified = Amplified {
        samples: xs,
        gain: p[0],
    };
    sum * amplified.energy() * amplified.factor()
}

#[differentiable]
fn of_one(v: &[f64]) -> f64 {
    f(&v[..2], &v[2..])
}

#[test]
fn gradient_is_right() {
    for at in [[0.7, 1.3, 0.2, -0.5, 1.1], [-0.4, 0.9, 1.0, 0.3, 0.1]] {
        let gradient = of_one::gradient(&at);
        assert_grad(of_one, &at, &gradient);
        assert_eq!(gradient, of_one::gradient(&at));
    }
}
