use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Ring<const N: usize> {
    buffer: [f64; N],
    head: usize,
    len: usize,
}

#[differentiable]
impl<const N: usize> Ring<N> {
    fn new() -> Self {
        Ring {
            buffer: [0.0; N],
            head: 0,
            len: 0,
        }
    }

    fn push(&mut self, x: f64) -> Option<f64> {
        let full = self.len == N;
        let old = full.then(|| self.buffer[self.head]);
        self.len = (self.len + 1).min(N);
        self.buffer[self.head] = x;
        self.head = (self.head + 1) % N;
        old
    }

    fn iter(&self) -> impl Iterator<Item = &f64> + '_ {
        self.buffer[..self.len].iter()
    }

    fn mean(&self) -> f64 {
        self.iter().sum::<f64>() / self.len as f64
    }
}

#[derive(Clone, Default, Differentiable)]
struct Gains {
    each: [f64; 3],
}

#[differentiable]
impl Gains {
    fn new() -> Self {
        Gains { each: [1.0; 3] }
    }

    fn set(&mut self, i: usize, gain: f64) {
        self.each[i] = gain;
    }

    fn iter(&self) -> impl Iterator<Item = &f64> {
        self.each.iter()
    }
}

#[differentiable]
fn smoothed(x: &[f64]) -> f64 {
    let mut ring = Ring::<3>::new();
    let mut gains = Gains::new();
    gains.set(1, x[0] * x[1]);
    let mut total = 0.0;
    for (i, &v) in x.iter().enumerate() {
        if let Some(old) = ring.push(v) {
            total += old * v * i as f64;
        }
        total += ring.mean();
    }
    let largest = ring.iter().copied().fold(f64::MIN, f64::max);
    for (v, gain) in ring.iter().zip(gains.iter()) {
        total += v * v * gain;
    }
    total * largest + ring.iter().map(|v| v.sin()).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    check(
        smoothed,
        smoothed::gradient,
        &[&[0.9, 0.2, 1.1, 0.8, 0.4], &[0.4, 0.7]],
    );
}
