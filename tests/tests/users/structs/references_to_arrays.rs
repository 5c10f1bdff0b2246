//! References to arrays in fields that are slices, and arrays of unseen types as vectors.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct T<'a> {
    nodes: &'a [f64],
    k: f64,
}
#[derive(Clone, Debug, Differentiable)]
struct A<'a> {
    nodes: &'a [f64; 2],
    v: &'a Vec<f64>,
}
#[differentiable]
fn f(p: &[f64]) -> f64 {
    let nodes = [p[0], p[1]];
    let t = T {
        nodes: &nodes,
        k: p[2],
    };
    t.nodes[0] * t.k + t.nodes.iter().sum::<f64>()
}
#[differentiable]
fn g(p: &[f64]) -> f64 {
    let nodes = [p[0], p[1]];
    let v = p.to_vec();
    let t = A {
        nodes: &nodes,
        v: &v,
    };
    t.nodes[0] * t.v[1] + t.nodes.iter().sum::<f64>()
}
#[differentiable]
fn h(p: &[f64]) -> f64 {
    let v = p.to_vec();
    let t = T { nodes: &v, k: p[2] };
    t.nodes[0] * t.k + t.nodes.iter().sum::<f64>()
}
#[derive(Clone, Debug, Differentiable)]
struct D<const O: usize> {
    b: [f64; O],
}
#[differentiable]
impl<const O: usize> D<O> {
    fn out(&self, k: f64) -> Vec<f64> {
        let mut out = self.b;
        for o in out.iter_mut() {
            *o *= k;
        }
        out.to_vec()
    }
}
#[differentiable]
fn i(p: &[f64]) -> f64 {
    let d = D { b: [p[0], p[1]] };
    d.out(p[2]).iter().map(|x| x * x).sum()
}

#[test]
fn gradients_are_right() {
    let points: &[&[f64]] = &[&[0.3, 0.4, 0.7]];
    let functions = [
        (
            f as fn(&[f64]) -> f64,
            f::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            g as fn(&[f64]) -> f64,
            g::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            h as fn(&[f64]) -> f64,
            h::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            i as fn(&[f64]) -> f64,
            i::gradient as fn(&[f64]) -> Vec<f64>,
        ),
    ];
    for (f, gradient) in functions {
        for p in points {
            assert_grad(f, p, &gradient(p));
            assert_grad(f, p, &gradient(p));
        }
    }
}
