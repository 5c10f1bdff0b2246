//! Fields of the user's types, with methods that vectors have as well.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Ring<const N: usize> {
    data: [f64; N],
    at: usize,
    full: bool,
}

#[allow(clippy::len_without_is_empty)]
#[differentiable]
impl<const N: usize> Ring<N> {
    fn new() -> Self {
        Ring {
            data: [0.0; N],
            at: 0,
            full: false,
        }
    }

    fn push(&mut self, v: f64) {
        self.data[self.at] = v;
        self.at += 1;
        if self.at == N {
            self.at = 0;
            self.full = true;
        }
    }

    fn len(&self) -> usize {
        if self.full { N } else { self.at }
    }

    fn get(&self, age: usize) -> Option<f64> {
        if age < self.len() {
            Some(self.data[(self.at + N - 1 - age) % N])
        } else {
            None
        }
    }

    fn last(&self) -> f64 {
        self.data[(self.at + N - 1) % N]
    }

    fn mean(&self) -> f64 {
        self.data[..self.len()].iter().sum::<f64>() / self.len() as f64
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Filter {
    ring: Ring<3>,
    seen: Vec<f64>,
    gain: f64,
}

#[differentiable]
impl Filter {
    fn step(&mut self, x: f64) -> f64 {
        self.ring.push(x * self.gain);
        self.seen.push(x);
        if self.seen.len() > 4 {
            self.seen.pop();
        }
        let newest = self.ring.get(0).unwrap();
        let older = self.ring.get(2).unwrap_or(0.1);
        let first = self.seen.first().copied().unwrap_or(1.0);
        let before = match self.seen.get(self.seen.len() - 1) {
            Some(&v) => v * self.gain,
            None => 0.0,
        };
        self.ring.mean() + newest * older * first + before * self.ring.last()
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut filter = Filter {
        ring: Ring::new(),
        seen: vec![],
        gain: x[0],
    };
    let mut total = 0.0;
    for &v in x {
        total += filter.step(v);
    }
    total + filter.seen.iter().sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 0.9, 1.3, 0.2, 0.7, 0.8];
    assert_grad(f, &x, &f::gradient(&x));
    assert_grad(f, &x, &f::gradient(&x));
}
