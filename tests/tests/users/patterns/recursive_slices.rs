use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn norm1(xs: &[f64]) -> f64 {
    if let [head, tail @ ..] = xs {
        (head * head + 0.01).sqrt() + norm1(tail)
    } else {
        0.0
    }
}

#[differentiable]
fn pairwise(xs: &[f64]) -> f64 {
    match *xs {
        [a, b, ref rest @ ..] => a * b + pairwise(rest),
        [a] => a,
        [] => 0.0,
    }
}

#[differentiable]
fn f(xs: &[f64]) -> f64 {
    norm1(xs) * pairwise(xs)
}

#[test]
fn gradient_is_right() {
    let x = [0.4, -1.2, 0.8, 0.5, 2.0];
    assert_grad(f, &x, &f::gradient(&x));
}
