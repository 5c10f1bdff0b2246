//! What patterns leave of arrays that are taken apart by value.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn total(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}

#[differentiable]
fn polynomial(c: [f64; 4], x: f64) -> f64 {
    let [c0, rest @ ..] = c;
    let mut y = 0.0;
    for c in rest.into_iter().rev() {
        y = (y + c) * x;
    }
    c0 + y + total(&rest) * rest[1] * rest.len() as f64
}

#[differentiable]
fn changed(c: &[f64; 4], x: f64) -> f64 {
    let [first, mut rest @ .., last] = *c;
    rest[1] *= x;
    rest.reverse();
    first * rest[0] + rest[1] * last - c[2]
}

#[differentiable]
fn of_rows(c: &[f64; 4], x: f64) -> f64 {
    let mut rows = [[c[0], x], [c[1], c[2]], [c[3], x * x]];
    let [[a, _], rest @ ..] = rows;
    rows[1][0] = 0.0;
    rest.iter().map(|r| r[0] * r[1] * a).sum::<f64>() + rows[1][1]
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [&[0.3, 0.7, 1.2, -0.4, 0.9], &[1.6, -0.9, 0.2, 0.5, 1.3]];
    let array = |x: &[f64]| [x[0], x[1], x[2], x[3]];
    let flat = |(by_c, by_x): ([f64; 4], f64)| [&by_c[..], &[by_x]].concat();
    check(
        |x| polynomial(array(x), x[4]),
        |x| flat(polynomial::gradient(array(x), x[4])),
        &points,
    );
    check(
        |x| changed(&array(x), x[4]),
        |x| flat(changed::gradient(&array(x), x[4])),
        &points,
    );
    check(
        |x| of_rows(&array(x), x[4]),
        |x| flat(of_rows::gradient(&array(x), x[4])),
        &points,
    );
}
