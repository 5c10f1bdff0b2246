//! Lists whose elements are made of their neighbours, in every direction, whose cotangents are handed on.

use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn running_total(x: &[f64], a: f64) -> f64 {
    let mut c = x.to_vec();
    for i in 1..c.len() {
        c[i] += c[i - 1];
    }
    for i in 2..c.len() {
        c[i] -= a * c[i - 2];
    }
    c.iter().map(|v| v * v).sum()
}

#[differentiable]
fn biquad(x: &[f64], a: f64) -> f64 {
    let n = x.len();
    let mut y = vec![0.0; n];
    y[0] = a * x[0];
    y[1] = a * x[1] + 0.4 * y[0];
    for t in 2..n {
        y[t] = a * x[t] + 0.3 * x[t - 1] + 0.5 * y[t - 1] - 0.2 * y[t - 2];
    }
    let mut e = 0.0;
    for t in 0..n {
        e += y[t] * y[t];
    }
    e
}

#[differentiable]
fn volatilities(x: &[f64], a: f64) -> f64 {
    let mut variance = vec![0.1; x.len()];
    for t in 1..x.len() {
        variance[t] = 0.05 + a * x[t - 1].powi(2) + 0.8 * variance[t - 1];
    }
    let terms = variance.iter().zip(x);
    terms.map(|(v, r)| v.ln() + r * r / v).sum()
}

/// Elements are changed behind the loop's variable, too, and under a condition.
#[differentiable]
fn relaxed(y: &mut [f64], w: &[f64], a: f64) {
    let n = y.len();
    for i in (1..n - 1).rev() {
        let pull = a * (y[i + 1] - y[i]);
        y[i] += pull;
        if y[i] > 0.6 {
            y[i - 1] *= 0.5 + w[i];
        }
        for w in w.iter().take(2) {
            y[i - 1] -= 0.1 * w * y[i];
        }
        y[i - 1] = y[i - 1].sin();
    }
}

#[differentiable]
fn by_a_call(x: &[f64], a: f64) -> f64 {
    let mut y = x.to_vec();
    relaxed(&mut y, x, a);
    relaxed(&mut y[1..], &x[1..], a);
    y.iter().map(|v| v * v).sum()
}

#[derive(Clone, Differentiable)]
struct Chain<T> {
    links: Vec<T>,
    rate: T,
}

#[differentiable]
impl Chain<f64> {
    fn settle(&mut self, rounds: usize) {
        for _ in 0..rounds {
            let links = &mut self.links;
            for i in 0..links.len() - 1 {
                let flow = self.rate * (links[i] - links[i + 1]);
                links[i] -= flow;
                links[i + 1] += flow;
            }
        }
    }
}

#[differentiable]
fn diffused(x: &[f64], a: f64) -> f64 {
    let mut chain = Chain {
        links: x.to_vec(),
        rate: 0.3 * a,
    };
    chain.settle(3);
    chain.links.iter().map(|v| v * v).sum()
}

#[differentiable]
fn few_or_no_rounds(x: &[f64], a: f64) -> f64 {
    let mut y = x.to_vec();
    for n in 0..x.len() {
        for i in 1..n {
            y[i] = a * y[i - 1] + y[i].sin();
        }
        for i in (n..x.len() - 1).rev() {
            y[i] = 0.7 * y[i + 1] * y[i];
        }
    }
    y.iter().sum()
}

#[differentiable]
fn in_checkpoints(x: &[f64], a: f64) -> f64 {
    let mut y = x.to_vec();
    #[checkpoint]
    for i in 1..x.len() {
        y[i] = a * y[i] + y[i - 1] * y[i - 1];
    }
    y.iter().map(|v| v * v).sum()
}

const POINTS: [&[f64]; 3] = [
    &[0.3, 0.7, 1.1, 0.9, 0.23, 1.6],
    &[1.2, 0.41, 0.6, 0.25, 1.9, 0.83],
    &[0.55, 0.9, 0.31, 0.75, 0.44, 0.38],
];

macro_rules! check_both {
    ($($function:ident)+) => {$(
        let f = |x: &[f64]| $function(&x[1..], x[0]);
        let all = |(dx, da): (Vec<f64>, f64)| [vec![da], dx].concat();
        check(f, |x| all($function::gradient(&x[1..], x[0])), &POINTS);
        let by_pullback = |x: &[f64]| {
            let (_, pullback) = $function::vjp(&x[1..], x[0]);
            let first: (Vec<f64>, f64) = pullback.call(1.0);
            assert_eq!(first, pullback.call(1.0));
            all(first)
        };
        check(f, by_pullback, &POINTS);
    )+};
}

#[test]
fn neighbours_get_what_is_handed_on() {
    check_both!(running_total biquad volatilities by_a_call diffused few_or_no_rounds in_checkpoints);
}
