//! What patterns leave of arrays between the elements that they name, where they cannot fail to match.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn of_rows(p: &[f64]) -> f64 {
    let rows = [[p[0], p[1]], [p[2], p[0] * p[1]], [p[1] * p[2], p[0]]];
    let [first, rest @ ..] = &rows;
    let end = rest
        .iter()
        .fold(*first, |a, e| [a[0] * e[0] + e[1], a[1] + e[1] * e[1]]);
    end[0] * end[1] * rest.len() as f64
}

#[differentiable]
fn from_both_ends(p: &[f64]) -> f64 {
    let x = [p[0], p[1], p[2] * p[1]];
    let [first, .., last] = x;
    let [before @ .., _] = &x;
    let [a, middle @ .., b] = &x;
    first * last + before.iter().sum::<f64>() * middle[0] * a / b
}

#[differentiable]
fn changed(p: &[f64]) -> f64 {
    let mut x = [p[0], p[1], p[2] * p[1]];
    {
        let [first, rest @ ..] = &mut x;
        *first *= 2.0;
        rest[1] += *first;
    }
    let (a, [b, rest @ ..]) = (x[0], &x);
    a * b * rest[1]
}

#[test]
fn gradients_are_right() {
    for p in [[0.3, 0.7, 1.2], [1.6, 0.9, 0.2]] {
        assert_grad(of_rows, &p, &of_rows::gradient(&p));
        assert_grad(from_both_ends, &p, &from_both_ends::gradient(&p));
        assert_grad(changed, &p, &changed::gradient(&p));
    }
}
