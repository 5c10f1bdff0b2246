use crate::check;
use pullback::differentiable;

#[differentiable]
fn shifted(xs: &[f64]) -> f64 {
    let add = |k: f64| move |x: f64| x + k;
    let (f, g) = (add(1.0), add(xs[0]));
    xs.iter().map(|&x| f(x) * g(x)).sum()
}

#[differentiable]
fn squares(xs: &[f64]) -> f64 {
    let sq = |x: f64| x * x;
    let (a, b) = (sq(xs[0]), sq(xs[1]));
    let (b, a) = (a, b);
    let (c, mut d) = (sq(a), b);
    d += sq(c);
    let (lo, hi): (f64, f64) = (sq(d), c);
    lo * hi + a - b
}

#[differentiable]
fn polynomials(xs: &[f64]) -> f64 {
    let poly = |c: &[f64]| {
        let c = c.to_vec();
        move |x: f64| c.iter().rev().fold(0.0, |a, k| a * x + k)
    };
    let (p, q) = (poly(&xs[..2]), poly(xs));
    let compose = |x: f64| p(q(x));
    compose(0.3) + q(p(0.2))
}

#[differentiable]
fn ticked(xs: &[f64]) -> f64 {
    let mut n = 0.0;
    let mut tick = |x: f64| {
        n += x;
        n
    };
    let (a, b) = (tick(xs[0]), tick(xs[1]));
    a * b + n
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 3] = [&[0.5, 1.2, 0.7], &[1.15, 0.6, 0.35], &[2.1, -0.4, 1.3]];
    check(shifted, |x| shifted::gradient(x), &points);
    check(squares, |x| squares::gradient(x), &points);
    check(polynomials, |x| polynomials::gradient(x), &points);
    check(ticked, |x| ticked::gradient(x), &points);
}
