//! Functions that are lent, `&f`, also where only a condition looks at what comes of it.

use crate::check;
use pullback::differentiable;

fn integrate<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64) -> f64 {
    let n = 50;
    let h = (b - a) / n as f64;
    (0..n).map(|i| f(a + (i as f64 + 0.5) * h) * h).sum()
}

#[differentiable]
fn simpson<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64) -> f64 {
    (f(a) + 4.0 * f(0.5 * (a + b)) + f(b)) * (b - a) / 6.0
}

#[differentiable]
fn twice(f: &dyn Fn(f64) -> f64, a: f64) -> f64 {
    f(a) + f(f(a))
}

#[differentiable]
fn in_a_condition(k: f64, x: f64) -> f64 {
    let f = |t: f64| t * k - 0.3;
    if integrate(&f, 0.0, x) > 0.0 {
        k * x
    } else {
        k - x
    }
}

#[differentiable]
fn in_both(k: f64, x: f64) -> f64 {
    let f = |t: f64| t * k + 0.3;
    let mut y = x;
    while simpson(&f, 0.0, y) < 3.0 {
        y += 0.7 * k;
    }
    y * 2.0 + twice(&f, y) + simpson(&f, x, y)
}

#[test]
fn lent_functions_are_lent() {
    let points: &[&[f64]] = &[&[1.5, 0.7], &[0.6, 0.2]];
    check(
        |x| in_a_condition(x[0], x[1]),
        |x| {
            let (k, x) = in_a_condition::gradient(x[0], x[1]);
            vec![k, x]
        },
        points,
    );
    check(
        |x| in_both(x[0], x[1]),
        |x| {
            let (k, x) = in_both::gradient(x[0], x[1]);
            vec![k, x]
        },
        points,
    );
}
