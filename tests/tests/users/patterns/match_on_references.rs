use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Item {
    One(f64),
    Two { a: f64, b: f64 },
    Many(Vec<f64>),
}

#[differentiable]
fn weight(items: &[Item]) -> f64 {
    match items {
        [] => 0.0,
        [Item::One(x)] => *x,
        [Item::One(x), rest @ ..] => x * x + weight(rest),
        [Item::Two { a, b: 1.0.. }, ..] => *a,
        &[Item::Two { a, b }, ref rest @ ..] => a * b + weight(rest),
        [Item::Many(v), rest @ ..] => match v.as_slice() {
            [x, y, ..] => x * y + weight(rest),
            [x] => x.exp() + weight(rest),
            [] => weight(rest),
        },
    }
}

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    weight(&[
        Item::One(x),
        Item::Two { a: y, b: x },
        Item::Many(vec![x, y, x]),
        Item::Many(vec![]),
        Item::Many(vec![y]),
        Item::One(x * y),
    ])
}

#[test]
fn gradient_is_right() {
    for p in [[0.4, 0.9], [1.7, 0.3]] {
        let (a, b) = f::gradient(p[0], p[1]);
        assert_grad(|v| f(v[0], v[1]), &p, &[a, b]);
    }
}
