use crate::check;
use pullback::differentiable;

#[differentiable]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[differentiable]
fn with(op: impl Fn(&dyn Fn(f64) -> f64, f64) -> f64, k: f64, x: f64) -> f64 {
    op(&|v| v * k, x) + op(&cube, k) + op(&f64::sin, x)
}

#[differentiable]
fn by_box(op: Box<dyn Fn(&dyn Fn(f64) -> f64, f64) -> f64>, k: f64, x: f64) -> f64 {
    let g = |v: f64| v * k;
    op(&|v| v * k, x) + op(&g, x)
}

#[differentiable]
fn twice_and_shifted(k: f64, x: f64) -> f64 {
    with(|f, v| f(f(v)), k, x) * with(|f, v| f(v) + k, k, x)
}

#[differentiable]
fn boxed_twice(k: f64, x: f64) -> f64 {
    let twice: Box<dyn Fn(&dyn Fn(f64) -> f64, f64) -> f64> = Box::new(|f, v| f(f(v)));
    by_box(twice, k, x)
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Euler,
    Heun,
}

#[differentiable]
fn stepper(kind: Kind) -> Box<dyn Fn(&dyn Fn(f64) -> f64, f64, f64) -> f64> {
    match kind {
        Kind::Euler => Box::new(|f, y, h| y + h * f(y)),
        Kind::Heun => Box::new(|f, y, h| {
            let k = f(y);
            y + 0.5 * h * (k + f(y + h * k))
        }),
    }
}

#[differentiable]
fn grow(kind: Kind, r: f64, y0: f64) -> f64 {
    let step = stepper(kind);
    let mut y = y0;
    for _ in 0..5 {
        y = step(&|y| r * y * (1.0 - y), y, 0.1);
    }
    y
}

#[test]
fn gradients_are_right() {
    let pair = |(a, b): (f64, f64)| vec![a, b];
    let points: &[&[f64]] = &[&[0.5, 0.2], &[1.5, -0.7]];
    check(
        |p| twice_and_shifted(p[0], p[1]),
        |p| pair(twice_and_shifted::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| boxed_twice(p[0], p[1]),
        |p| pair(boxed_twice::gradient(p[0], p[1])),
        points,
    );
    for kind in [Kind::Euler, Kind::Heun] {
        check(
            |p| grow(kind, p[0], p[1]),
            |p| pair(grow::gradient(kind, p[0], p[1])),
            points,
        );
    }
}
