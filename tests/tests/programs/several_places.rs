//! Loops over references to several variables, and over elements that may not be there.

use pullback::{Differentiable, differentiable};
use pullback_tests::{check, check_in_place};

const X: [f64; 4] = [0.3, 0.9, 0.7, 0.6];

#[differentiable]
fn variables(x: &[f64]) -> f64 {
    let (mut a, mut b, mut c) = (x[0], x[1], x[2]);
    for s in [&mut a, &mut b] {
        *s *= x[3];
    }
    for (i, s) in [&mut a, &mut c].into_iter().enumerate() {
        *s += i as f64 * x[0];
    }
    for (v, g) in [(&mut a, x[3]), (&mut b, 2.0)] {
        *v -= 0.1 * g * *v;
    }
    a * b + c.sin()
}
check!(variables_checks, variables(&X));

#[differentiable]
fn left_early(x: &[f64]) -> f64 {
    let (mut a, mut b, mut c) = (x[0], x[1], x[2]);
    'all: for v in [&mut a, &mut b, &mut c] {
        for k in 0..4 {
            if *v > 5.0 {
                continue 'all;
            }
            if k == 3 && *v > 4.0 {
                break 'all;
            }
            *v *= 1.5;
        }
    }
    a * b + c
}
check!(
    left_early_checks,
    left_early(&X),
    left_early(&[4.0, 0.9, 0.7])
);

#[differentiable]
fn lists(x: &[f64]) -> f64 {
    let (mut a, mut b) = (x.to_vec(), vec![x[1]; 3]);
    for v in [&mut a, &mut b] {
        let n: f64 = v.iter().map(|t| t * t).sum();
        for t in v.iter_mut() {
            *t /= n;
        }
        v.push(n);
    }
    a.iter().sum::<f64>() * b[3] + b[0]
}
check!(lists_checks, lists(&X));

#[derive(Clone, Debug, Differentiable)]
struct State {
    p: f64,
    q: f64,
    w: Vec<f64>,
}

#[differentiable]
impl State {
    fn scale(&mut self, k: f64) {
        for v in [&mut self.p, &mut self.q] {
            *v *= k;
        }
        for v in self.w.iter_mut().chain([&mut self.p]) {
            *v += k;
        }
    }
}

#[differentiable]
fn fields(x: &[f64]) -> f64 {
    let mut s = State {
        p: x[0],
        q: x[1],
        w: x.to_vec(),
    };
    s.scale(x[2]);
    s.p * s.q + s.w[3] * s.w[0]
}
check!(fields_checks, fields(&X));

#[differentiable]
fn rescale(a: &mut [f64], b: &mut [f64], k: f64) {
    for v in [&mut *a, &mut *b] {
        for t in v.iter_mut() {
            *t *= k;
        }
    }
}
check_in_place!(
    rescale_checks,
    rescale(&mut vec![0.3, 0.5], &mut vec![0.7], 1.5)
);

#[differentiable]
fn elements(x: &[f64]) -> f64 {
    let mut rows: Vec<Vec<f64>> = x.chunks(2).map(|c| c.to_vec()).collect();
    for (v, k) in rows.last_mut().unwrap().iter_mut().zip(x) {
        *v += k * k;
    }
    let first = rows.first_mut().expect("a row");
    first
        .iter_mut()
        .enumerate()
        .for_each(|(i, v)| *v *= i as f64 + x[3]);
    for v in rows.get_mut(1).unwrap() {
        *v *= 2.0;
    }
    let s: f64 = rows.last().unwrap().iter().sum();
    rows[0][1] * s
        + rows[1][0]
        + rows
            .first()
            .unwrap()
            .iter()
            .map(|v| v.sin())
            .product::<f64>()
}
check!(elements_checks, elements(&X));
