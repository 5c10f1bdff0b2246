use crate::{assert_grad, check};
use pullback::{Differentiable, differentiable};
use std::collections::BTreeMap;

#[differentiable]
fn square(k: f64) -> impl Fn(f64) -> f64 {
    move |x| k * x * x
}

#[differentiable]
fn boxed(k: f64) -> Box<dyn Fn(f64) -> f64> {
    Box::new(move |x| (k * x).sin())
}

#[differentiable]
fn plane(k: f64) -> impl Fn(f64, f64) -> f64 {
    move |x, y| k * x * y
}

#[differentiable]
fn norm(k: f64) -> impl Fn(&[f64]) -> f64 {
    move |v| k * v.iter().map(|a| a * a).sum::<f64>()
}

#[differentiable]
fn polynomial(coefficients: Vec<f64>) -> impl Fn(f64) -> f64 {
    move |x| coefficients.iter().rev().fold(0.0, |a, c| a * x + c)
}

#[differentiable]
fn compose<A, B>(f: A, g: B) -> impl Fn(f64) -> f64
where
    A: Fn(f64) -> f64,
    B: Fn(f64) -> f64,
{
    move |x| g(f(x))
}

#[differentiable]
fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let h = (b - a) / 8.0;
    (0..8).map(|i| f(a + (i as f64 + 0.5) * h) * h).sum()
}

#[differentiable]
fn integrate_object(f: &dyn Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    integrate(f, a, b)
}

#[differentiable]
fn newton(f: impl Fn(f64) -> f64, slope: impl Fn(f64) -> f64, start: f64) -> f64 {
    let mut x = start;
    for _ in 0..3 {
        x -= f(x) / slope(x);
    }
    x
}

#[differentiable]
fn at(f: &impl Fn(f64, f64) -> f64, a: f64, b: f64) -> f64 {
    f(a, b)
}

#[differentiable]
fn of_all(f: &dyn Fn(&[f64]) -> f64, v: &[f64]) -> f64 {
    f(v)
}

/// Functions of constants, lent, moved, made where they are passed, called besides, and captured.
#[differentiable]
fn areas(v: &[f64]) -> f64 {
    let k = 3.0;
    let f = square(k);
    let g = boxed(0.5);
    let lent = square(k);
    let behind = boxed(k);
    let moved = square(2.0);
    let called = square(0.3);
    let mean = integrate(&called, 0.0, 1.0);
    let mut s = integrate(&lent, 0.1, v[0]) + integrate_object(&behind, 0.0, v[1]);
    s += integrate_object(&*behind, v[0], v[1]) + integrate(moved, 0.0, v[1]);
    s += integrate(square(0.7), 0.0, v[0]) + integrate(&square(0.9), v[0], v[1]);
    s + mean * called(v[0]) + integrate(|x| f(x) + g(x) * v[1], 0.0, v[0])
}

/// A function of a constant that a closure passes on, and one of an argument.
#[differentiable]
fn nested(k: f64, b: f64) -> f64 {
    let inner = square(0.5);
    let scaled = square(k);
    let sum = integrate(|x| k * integrate(&inner, 0.0, x), 0.0, b);
    sum + integrate(|x| integrate(&scaled, 0.0, x), 0.0, b)
}

/// The same functions in conditions and loops.
#[differentiable]
fn guarded(v: &[f64]) -> f64 {
    let plane = plane(2.0);
    let norm = norm(3.0);
    let g = square(0.5);
    let mut s = of_all(&norm, v);
    for w in v.windows(2) {
        s += at(&plane, w[0], w[1]);
        if at(&plane, w[0], 1.0) > 1.0 && integrate(&g, 0.0, 1.0) > 0.01 {
            s += integrate(&g, 0.0, w[1]);
        }
    }
    let mut x = v[0];
    while integrate(&g, 0.0, x) < 3.0 {
        x *= 1.5;
    }
    s + x
}

#[differentiable]
fn chosen(k: f64, b: f64) -> f64 {
    let f = square(k);
    match integrate(&f, 0.0, 1.0) > 0.5 {
        true => integrate(&f, 0.0, b),
        false => b,
    }
}

#[differentiable]
fn root(x: f64) -> f64 {
    let p = polynomial(vec![-2.0, 0.0, 1.0]);
    let slope = polynomial(vec![0.0, 2.0]);
    let h = compose(&p, f64::sin);
    newton(&p, &slope, x) + h(x)
}

struct Table {
    rows: BTreeMap<u32, f64>,
}

fn load(n: u32) -> Table {
    Table {
        rows: (0..n).map(|i| (i, f64::from(i) * 0.5)).collect(),
    }
}

fn has(table: &Table, i: u32) -> bool {
    table.rows.contains_key(&i)
}

#[differentiable]
fn entry(#[constant] table: &Table, i: u32, x: f64) -> f64 {
    table.rows[&i] * x * x
}

#[derive(Clone, Differentiable)]
struct Rates {
    all: Vec<f64>,
}

#[differentiable]
fn rates(n: usize, rate: f64) -> Rates {
    Rates { all: vec![rate; n] }
}

fn weights(n: usize) -> Vec<f64> {
    (0..n).map(|i| 1.0 / (i + 1) as f64).collect()
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[differentiable]
fn damped(rates: &Rates, x: f64) -> f64 {
    rates.all.iter().map(|r| r * x).sum()
}

/// What is made in the same way and is data: with a rule or without, differentiable or not.
#[differentiable]
fn data(x: &[f64]) -> f64 {
    let table = load(2);
    let w = weights(x.len());
    let r = rates(3, 0.5);
    let mut s = dot(&w, x) + dot(&weights(2), &x[..2]) + damped(&r, x[0]);
    for (i, &v) in x.iter().enumerate() {
        if has(&table, i as u32) {
            s += entry(&table, i as u32, v);
        }
    }
    s
}

#[test]
fn gradients_are_right() {
    check(areas, |v| areas::gradient(v), &[&[0.4, 1.3], &[1.7, 0.2]]);
    check(
        guarded,
        |v| guarded::gradient(v),
        &[&[0.4, 1.2, 0.7], &[2.0, 3.0]],
    );
    check(data, |v| data::gradient(v), &[&[0.4, 1.2, 0.7]]);
    for k in [0.7, 3.0] {
        for _ in 0..2 {
            let (by_k, by_b) = nested::gradient(k, 1.2);
            assert_grad(|v| nested(v[0], v[1]), &[k, 1.2], &[by_k, by_b]);
            let (by_k, by_b) = chosen::gradient(k, 1.2);
            assert_grad(|v| chosen(v[0], v[1]), &[k, 1.2], &[by_k, by_b]);
        }
    }
    check(
        |v| root(v[0]),
        |v| vec![root::gradient(v[0])],
        &[&[1.3], &[0.8]],
    );
}
