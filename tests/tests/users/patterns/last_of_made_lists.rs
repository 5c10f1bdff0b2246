//! Slice patterns that count from the end, of lists that the function makes and whose values no derivative needs.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn doubled(v: &[f64]) -> Vec<f64> {
    v.iter().map(|x| 2.0 * x).collect()
}

#[differentiable]
fn by_if_let(v: &[f64]) -> f64 {
    let w = doubled(v);
    if let [first, .., last] = w[..] {
        first + 3.0 * last
    } else {
        w[0]
    }
}

#[differentiable]
fn by_let_else(v: &[f64]) -> f64 {
    let w: Vec<f64> = v.iter().map(|x| 2.0 * x).collect();
    let [first, .., last] = w.as_slice() else {
        return w[0] * w[0];
    };
    first - last
}

#[differentiable]
fn by_match(v: &[f64]) -> f64 {
    let w: Vec<f64> = v.iter().map(|x| 2.0 * x).collect();
    match w[..] {
        [a, .., b] if a > b => a + b,
        [a, .., b] => a - 3.0 * b,
        [a] => a,
        [] => 0.0,
    }
}

#[differentiable]
fn rows(v: &[f64]) -> f64 {
    let w: Vec<Vec<f64>> = v.iter().map(|x| vec![2.0 * x, *x]).collect();
    match w.as_slice() {
        [] => 0.0,
        [one] => one[0],
        [.., last] => last.iter().sum(),
    }
}

#[derive(Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn points(v: &[f64]) -> f64 {
    let w: Vec<Point> = v.iter().map(|x| Point { x: 2.0 * x, y: *x }).collect();
    match w.as_slice() {
        [Point { x, .. }, .., Point { y, .. }] => x + y,
        [p] => p.x - p.y,
        [] => 0.0,
    }
}

#[differentiable]
fn in_loops(v: &[f64]) -> f64 {
    let mut total = 0.0;
    for k in 0..v.len() {
        let w: Vec<f64> = v[k..].iter().map(|x| 2.0 * x).collect();
        total += match w.as_slice() {
            [middle @ .., last] => middle.iter().sum::<f64>() + 4.0 * last,
            [] => 0.0,
        };
    }
    total
}

/// The arms change the list that is matched.
#[differentiable]
fn reduced(v: &[f64]) -> f64 {
    let mut total = 0.0;
    let mut w = v.to_vec();
    loop {
        match w.as_slice() {
            [] => break total,
            [a] => break total + a,
            [.., a, b] => {
                let product = a * b;
                w.truncate(w.len() - 2);
                w.push(product);
                total += product;
            }
        }
    }
}

#[differentiable]
fn popped(v: &[f64]) -> f64 {
    let mut total = 0.0;
    let mut w = doubled(v);
    w.push(v[0] * v[0]);
    let mut w = w.to_vec();
    while let [.., last] = w[..] {
        total = 0.5 * total + last;
        w.pop();
    }
    total
}

#[test]
fn lasts() {
    for v in [&[1.0, 2.0, 3.0][..], &[3.0, 0.5], &[0.7]] {
        assert_grad(by_if_let, v, &by_if_let::gradient(v));
        assert_grad(by_let_else, v, &by_let_else::gradient(v));
        assert_grad(by_match, v, &by_match::gradient(v));
        assert_grad(rows, v, &rows::gradient(v));
        assert_grad(points, v, &points::gradient(v));
        assert_grad(in_loops, v, &in_loops::gradient(v));
        assert_grad(reduced, v, &reduced::gradient(v));
        assert_grad(popped, v, &popped::gradient(v));
    }
}
