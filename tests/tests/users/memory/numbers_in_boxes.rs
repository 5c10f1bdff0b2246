//! Numbers in boxes and behind counted references, which are read by `*`.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::rc::Rc;

#[derive(Clone, Differentiable)]
struct Node {
    value: Box<f64>,
    weight: f64,
}

#[differentiable]
fn given(b: Box<f64>) -> f64 {
    *b * *b
}

#[differentiable]
fn counted(r: Rc<f64>) -> f64 {
    let x = *r;
    x * r.sin()
}

#[differentiable]
fn changed(mut b: Box<f64>) -> f64 {
    *b *= 2.0;
    *b += 1.0;
    *b * *b
}

#[differentiable]
fn boxed(x: f64) -> Box<f64> {
    Box::new(x * x)
}

#[differentiable]
fn of_calls(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for &v in x {
        let b = boxed(v);
        if *b > 1.0 {
            total += *b * *b;
        } else {
            total -= *b * v;
        }
    }
    total
}

#[differentiable]
fn in_lists(x: &[f64]) -> f64 {
    let boxes: Vec<Box<f64>> = x.iter().map(|&v| boxed(v)).collect();
    let scale = |b: &Box<f64>| **b * x[0];
    boxes.iter().map(|b| **b * scale(b)).sum()
}

#[differentiable]
fn cloned(node: &Node) -> f64 {
    let b = node.value.clone();
    let shared = Rc::new(*b * node.weight);
    let other = Rc::clone(&shared);
    *b * *shared + *other * node.weight
}

#[test]
fn gradients_are_right() {
    check(
        |x| given(Box::new(x[0])),
        |x| vec![*given::gradient(Box::new(x[0]))],
        &[&[1.5], &[-0.5]],
    );
    check(
        |x| changed(Box::new(x[0])),
        |x| vec![*changed::gradient(Box::new(x[0]))],
        &[&[1.5], &[-0.5]],
    );
    check(
        |x| counted(Rc::new(x[0])),
        |x| vec![*counted::gradient(Rc::new(x[0]))],
        &[&[1.5]],
    );
    let points: &[&[f64]] = &[&[1.3, 0.4, -2.0], &[0.2, 3.0, 0.5]];
    check(of_calls, |x| of_calls::gradient(x), points);
    check(in_lists, |x| in_lists::gradient(x), points);
    let node = |x: &[f64]| Node {
        value: Box::new(x[0]),
        weight: x[1],
    };
    check(
        |x| cloned(&node(x)),
        |x| {
            let by = cloned::gradient(&node(x));
            vec![*by.value, by.weight]
        },
        &[&[1.5, 2.0]],
    );
}
