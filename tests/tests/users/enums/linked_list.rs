use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum List {
    Nil,
    Cons(f64, Box<List>),
}

#[differentiable]
fn from_slice(xs: &[f64]) -> List {
    match xs {
        [] => List::Nil,
        [head, tail @ ..] => List::Cons(*head, Box::new(from_slice(tail))),
    }
}

#[differentiable]
fn alternating(list: &List) -> f64 {
    match list {
        List::Nil => 0.0,
        List::Cons(x, rest) => x * x - alternating(rest),
    }
}

#[differentiable]
fn f(xs: &[f64]) -> f64 {
    let l = from_slice(xs);
    alternating(&l).tanh()
}

#[test]
fn gradient_is_right() {
    let x = [0.7, 0.4, -0.5];
    assert_grad(f, &x, &f::gradient(&x));
}
