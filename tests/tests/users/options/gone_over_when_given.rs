//! Options that calls give, gone over like lists of one item or none.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn largest(v: &[f64]) -> Option<f64> {
    v.iter().copied().filter(|x| *x > 1.0).reduce(f64::max)
}

#[derive(Clone, Differentiable)]
struct Peak {
    at: usize,
    height: f64,
}

#[differentiable]
fn peak(v: &[f64]) -> Option<Peak> {
    let at = v.iter().position(|x| *x > 1.0)?;
    Some(Peak {
        at,
        height: v[at] * v[at],
    })
}

#[differentiable]
fn summed(v: &[f64]) -> f64 {
    let found = largest(v);
    found.into_iter().sum::<f64>() + largest(&v[1..]).iter().map(|x| x * x).sum::<f64>()
}

#[differentiable]
fn in_loops(v: &[f64]) -> f64 {
    let mut total = 0.1;
    for k in 0..v.len() {
        for x in largest(&v[k..]) {
            total = total * x + x;
        }
        for p in &peak(&v[k..]) {
            total += p.height * (p.at + 1) as f64;
        }
    }
    total
}

#[differentiable]
fn chained(v: &[f64]) -> f64 {
    let all: Vec<f64> = largest(v).into_iter().chain(largest(&v[1..])).collect();
    all.iter().product::<f64>() + largest(v).iter().chain(v).sum::<f64>()
}

#[test]
fn options_of_calls() {
    for v in [
        [2.0, 3.0, 1.5],
        [0.5, 1.5, 0.2],
        [1.5, 0.5, 0.2],
        [0.5, 0.1, 0.2],
    ] {
        assert_grad(summed, &v, &summed::gradient(&v));
        assert_grad(in_loops, &v, &in_loops::gradient(&v));
        assert_grad(chained, &v, &chained::gradient(&v));
    }
}
