//! Indices in vectors that a function makes, borrows, takes apart and changes.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn gather(p: &[f64], ix: &[usize]) -> f64 {
    ix.iter().map(|&i| p[i] * p[i]).sum()
}

#[differentiable]
fn reversed(p: &[f64]) -> f64 {
    let mut ix = vec![0usize, 1, 2];
    ix.reverse();
    let r = &ix;
    let mut s = gather(p, r) * p[r[0]];
    s += gather(p, &r[1..]);
    s
}

#[differentiable]
fn overwritten(p: &[f64]) -> f64 {
    let mut ix = vec![0usize, 1, 2];
    let mut s = 1.0;
    for k in 0..3 {
        let r = &ix;
        s = s * gather(p, r) + gather(p, &r[1..]);
        ix[k] = 0;
    }
    s
}

#[differentiable]
fn walked_by_patterns(p: &[f64], ix: &[usize]) -> f64 {
    let mut s = 1.0;
    let mut rest = ix;
    while let [a, tail @ ..] = rest {
        s += p[*a] * (1.0 + p[tail.len() % 3]) * s;
        rest = tail;
    }
    s
}

#[differentiable]
fn split_first(p: &[f64], ix: &[usize]) -> f64 {
    let mut s = 1.0;
    let mut rest = ix;
    while let Some((a, tail)) = rest.split_first() {
        for j in tail {
            s += p[*a] * p[*j] * s;
        }
        s += gather(p, tail);
        rest = tail;
    }
    s
}

#[differentiable]
fn groups(p: &[f64]) -> f64 {
    let mut groups: Vec<Vec<usize>> = vec![vec![]; 2];
    for i in 0..4 {
        groups[i % 2].push(i % 3);
    }
    let mut s = 1.0;
    for g in &groups {
        if let [first, .., last] = g.as_slice() {
            s *= p[*first] + p[*last];
        }
        let (head, tail) = g.split_at(1);
        s += gather(p, head) * gather(p, tail);
    }
    s
}

#[differentiable]
fn read_and_changed(p: &[f64]) -> f64 {
    let mut ix = vec![0usize, 1, 2];
    let mut s = 1.0;
    for k in 0..3 {
        let r = &ix;
        let i = r[0] + 0;
        let j = (r[1] + r[0]) % 3;
        s += p[i] * s * p[j];
        ix[0] += 1;
        ix[1] = (ix[1] + k) % 3;
    }
    s
}

#[differentiable]
fn walked_locally(p: &[f64]) -> f64 {
    let data = [2usize, 0, 1, 1, 2];
    let mut rest = &data[..];
    let mut s = 1.0;
    while let [a, tail @ ..] = rest {
        s += p[*a] * (1.0 + p[tail.len() % 3]);
        rest = tail;
    }
    s
}

#[test]
fn gradients_are_right() {
    let p = [0.5, 1.2, -0.7];
    let functions = [
        (
            reversed as fn(&[f64]) -> f64,
            reversed::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            overwritten as fn(&[f64]) -> f64,
            overwritten::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            groups as fn(&[f64]) -> f64,
            groups::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            read_and_changed as fn(&[f64]) -> f64,
            read_and_changed::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            walked_locally as fn(&[f64]) -> f64,
            walked_locally::gradient as fn(&[f64]) -> Vec<f64>,
        ),
    ];
    for (f, gradient) in functions {
        assert_grad(f, &p, &gradient(&p));
        assert_grad(f, &p, &gradient(&p));
    }
    let indices = [2, 0, 1, 1, 2];
    assert_grad(
        |p| walked_by_patterns(p, &indices),
        &p,
        &walked_by_patterns::gradient(&p, &indices),
    );
    assert_grad(
        |p| split_first(p, &indices),
        &p,
        &split_first::gradient(&p, &indices),
    );
}
