//! Enums of bare variants that derive nothing, in tuples beside floats: as results, arguments and fields.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Buy,
    Sell,
    Hold,
}

#[differentiable]
fn signal(price: f64, mean: f64, width: f64) -> Option<(Side, f64)> {
    let z = (price - mean) / width;
    if z.abs() < 0.5 {
        return None;
    }
    let side = if z > 2.0 {
        Side::Sell
    } else if z < -1.0 {
        Side::Buy
    } else {
        Side::Hold
    };
    Some((side, z))
}

#[differentiable]
fn profit(x: &[f64]) -> f64 {
    let matched = match signal(x[0], x[1], x[2]) {
        Some((Side::Buy, z)) => -2.0 * z,
        Some((Side::Sell, z)) => z * z,
        Some((Side::Hold, strength)) => 0.1 * strength,
        None => x[0] * 0.01,
    };
    let by_parts = match signal(x[1], x[0], 1.0) {
        Some(s) if s.0 == Side::Buy => s.1 * 3.0,
        Some(s) => s.1.powi(3),
        None => 0.5 * x[1],
    };
    matched + by_parts
}

#[derive(Debug)]
enum Failure {
    NoRoot,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Method {
    Newton,
    Bisection,
}

#[differentiable]
fn root(a: f64) -> Result<(Method, f64), Failure> {
    if a < 0.0 {
        return Err(Failure::NoRoot);
    }
    let mut x = a;
    for _ in 0..20 {
        x = 0.5 * (x + a / x);
    }
    Ok((
        if a < 1.0 {
            Method::Bisection
        } else {
            Method::Newton
        },
        x,
    ))
}

#[differentiable]
fn rooted(x: &[f64]) -> f64 {
    match root(x[0]) {
        Ok((Method::Newton, r)) => r,
        Ok((Method::Bisection, r)) => 0.5 * r,
        Err(Failure::NoRoot) => x[0] * x[0],
    }
}

#[differentiable]
fn program(xs: &[f64]) -> Vec<(Side, f64)> {
    let side = |i: usize| [Side::Buy, Side::Sell, Side::Hold][i % 3];
    xs.iter().enumerate().map(|(i, &x)| (side(i), x)).collect()
}

#[differentiable]
fn apply(acc: f64, (side, x): (Side, f64)) -> f64 {
    match side {
        Side::Buy => acc + x,
        Side::Sell => acc * x,
        Side::Hold => acc - x * x,
    }
}

#[differentiable]
fn total(orders: &[(Side, f64)], scale: f64) -> f64 {
    orders
        .iter()
        .map(|&(side, x)| apply(scale, (side, x)))
        .sum()
}

#[differentiable]
fn run(xs: &[f64]) -> f64 {
    let folded = program(xs)
        .into_iter()
        .fold(1.0, |acc, step| apply(acc, step));
    folded + total(&program(xs), xs[0]) + total(&[(Side::Hold, xs[1])], 2.0)
}

/// The best of several, with what it is called.
#[differentiable]
fn best(x: f64, y: f64) -> (Side, f64) {
    let mut best: Option<(Side, f64)> = None;
    for side in [Side::Buy, Side::Sell, Side::Hold] {
        let error = (apply(y, (side, x)) - 1.0).powi(2);
        match best {
            Some((_, least)) if least <= error => {}
            _ => best = Some((side, error)),
        }
    }
    best.unwrap()
}

#[differentiable]
fn chosen(x: &[f64]) -> f64 {
    let (side, error) = best(x[0], x[1]);
    if side == Side::Sell {
        2.0 * error
    } else {
        error + x[0]
    }
}

#[derive(Clone, Differentiable)]
struct Book {
    orders: Vec<(Side, f64)>,
    last: Option<(Side, f64)>,
    ends: [(Side, f64); 2],
    named: Vec<(String, Side, f64)>,
}

#[differentiable]
impl Book {
    fn value(&self) -> f64 {
        let orders = self.orders.iter().map(|&order| apply(0.5, order));
        let last = match self.last {
            Some((Side::Buy, x)) => x,
            Some((_, x)) => x * 2.0,
            None => 0.0,
        };
        orders.sum::<f64>() * last + self.ends[1].1 * self.named[0].2
    }

    fn next(&self) -> Option<(Side, f64)> {
        let (side, x) = self.last?;
        (x > 0.0).then(|| (side, x * x))
    }
}

#[differentiable]
fn booked(x: &[f64]) -> f64 {
    let book = Book {
        orders: vec![(Side::Buy, x[0]), (Side::Sell, x[0] * x[1])],
        last: Some((Side::Buy, x[1])),
        ends: [(Side::Buy, x[0]), (Side::Hold, x[1])],
        named: vec![("first".to_string(), Side::Buy, x[0] * 3.0)],
    };
    let next = match book.next() {
        Some((Side::Buy, y)) => y,
        _ => x[0],
    };
    book.value() + next
}

#[test]
fn kinds_in_tuples() {
    for x in [
        [3.0, 0.4, 1.0],
        [-3.0, 0.2, 1.1],
        [1.0, 0.1, 1.0],
        [0.1, 0.0, 1.0],
    ] {
        check(profit, profit::gradient, &[&x]);
    }
    for x in [2.0, 0.5, -1.0] {
        check(rooted, rooted::gradient, &[&[x]]);
    }
    check(run, run::gradient, &[&[1.1, 0.5, 0.3, 0.9]]);
    for x in [[1.1, 0.5], [1.5, 2.3], [1.5, 0.7]] {
        check(chosen, chosen::gradient, &[&x]);
        check(booked, booked::gradient, &[&x]);
    }
    check(booked, booked::gradient, &[&[1.1, -0.5]]);
}

/// What a caller sees: an entry for the floats, and `()` for what has none.
#[test]
fn gradients_of_tuples() {
    let (orders, scale) = total::gradient(&[(Side::Buy, 1.0), (Side::Sell, 2.0)], 3.0);
    assert_eq!(orders, [((), 1.0), ((), 3.0)]);
    assert_eq!(scale, 3.0);
    let (acc, (_, x)) = apply::gradient(2.0, (Side::Sell, 5.0));
    assert_eq!((acc, x), (5.0, 2.0));
}
