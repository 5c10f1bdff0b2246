use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::mem::{replace, swap, take};

#[differentiable]
fn scalars(x: &[f64]) -> f64 {
    let (mut a, mut b) = (x[0], x[1]);
    if a < b {
        swap(&mut a, &mut b);
    }
    let mut sum = 0.0;
    let mut previous = a;
    for &v in x {
        sum += replace(&mut previous, v * v) * v;
        if sum > 3.5 {
            b += take(&mut sum).sqrt();
        }
    }
    a * a * b + sum
}

#[derive(Clone, Default, Differentiable)]
struct Buffers {
    now: Vec<f64>,
    next: Vec<f64>,
}

#[differentiable]
impl Buffers {
    fn step(&mut self) {
        for i in 0..self.now.len() {
            self.next[i] = self.now[i] * self.now[i] * 0.5;
        }
        swap(&mut self.now, &mut self.next);
    }
    fn renewed(&mut self, x: f64) -> Vec<f64> {
        let old = take(&mut self.now);
        self.now = old.iter().map(|v| v * x).collect();
        replace(&mut self.now, vec![x, self.next[0]])
    }
}

#[differentiable]
fn fields(x: &[f64]) -> f64 {
    let mut buffers = Buffers {
        now: x.to_vec(),
        next: vec![0.0; x.len()],
    };
    for _ in 0..3 {
        buffers.step();
    }
    let mut sum = 0.0;
    for i in 0..2 {
        let old = buffers.renewed(x[i]);
        sum += old[0] * old[1];
        let mut other = vec![sum, x[1]];
        swap(&mut buffers.now, &mut other);
        sum += other[0] * buffers.now[1];
    }
    sum
}

#[differentiable]
fn exchanged(y: &mut Vec<f64>, x: &mut Vec<f64>) -> f64 {
    let product = x[0] * y[0];
    swap(x, y);
    let before = replace(x, vec![product]);
    x[0] * before[1] * y[1] + take(y)[0]
}

#[differentiable]
fn arguments(x: &[f64]) -> f64 {
    let (mut p, mut q) = (x.to_vec(), x.iter().map(|v| v * x[0]).collect::<Vec<f64>>());
    let first = exchanged(&mut p, &mut q);
    let mut option = Some(first);
    let some = take(&mut option).unwrap_or(0.0);
    some * q[0] + p.len() as f64
}

/// Functions of these names with derivatives of their own are what they are.
mod own {
    use pullback::differentiable;

    #[differentiable]
    pub fn swap(a: &mut f64, b: &mut f64) {
        let t = *a;
        *a = *b * 2.0;
        *b = t;
    }

    #[differentiable]
    fn take(v: &mut [f64]) -> f64 {
        v[0] *= 3.0;
        v[0] * v[1]
    }

    #[differentiable]
    pub fn both(x: &[f64]) -> f64 {
        let (mut a, mut b) = (x[0], x[1]);
        swap(&mut a, &mut b);
        let mut v = [a, b];
        let taken = take(&mut v);
        a * a * b + taken * v[0]
    }
}
use own::both;

#[test]
fn gradients_are_right() {
    for x in [[2.0, 1.1], [0.5, 1.5]] {
        for _ in 0..2 {
            assert_grad(scalars, &x, &scalars::gradient(&x));
            assert_grad(fields, &x, &fields::gradient(&x));
            assert_grad(arguments, &x, &arguments::gradient(&x));
            assert_grad(both, &x, &both::gradient(&x));
        }
    }
}
