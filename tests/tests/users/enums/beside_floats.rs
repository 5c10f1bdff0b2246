use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Call,
    Put,
    Forward,
}

#[derive(Clone, Differentiable)]
struct Leg {
    kind: Kind,
    strike: f64,
}

#[differentiable]
fn payoff(kind: Kind, spot: f64, strike: f64) -> f64 {
    match kind {
        Kind::Call => (spot - strike).max(0.0),
        Kind::Put => (strike - spot).max(0.0),
        Kind::Forward => spot - strike,
    }
}

/// Constants beside floats, in an array that is made here.
#[differentiable]
fn straddle(strikes: &[f64], spot: f64) -> f64 {
    let legs = [
        (Kind::Call, strikes[0], 1.0),
        (Kind::Put, strikes[1] * 1.1, 2.0),
        (Kind::Forward, strikes[0] * strikes[1], -0.5),
    ];
    let mut total = 0.0;
    for (kind, strike, size) in legs {
        total += size * payoff(kind, spot, strike).powi(2);
    }
    total + legs[1].1
}

/// What a field holds, collected and gone over.
#[differentiable]
fn shifted(book: &[Leg], shift: f64, spot: f64) -> f64 {
    let moved: Vec<(Kind, f64)> = book
        .iter()
        .map(|leg| (leg.kind, leg.strike * shift))
        .collect();
    let calls: f64 = moved
        .iter()
        .filter(|(kind, _)| *kind == Kind::Call)
        .map(|(_, strike)| strike.sin())
        .sum();
    let mut total = calls;
    for (kind, strike) in &moved {
        total += payoff(*kind, spot, *strike) * strike;
    }
    total
}

/// In a list that grows, is changed and sorted.
#[differentiable]
fn largest(book: &[Leg], shift: f64, spot: f64) -> f64 {
    let mut values = Vec::new();
    for leg in book {
        let value = payoff(leg.kind, spot, leg.strike) * shift;
        values.push((value, leg.kind));
    }
    values.push((shift * shift, Kind::Forward));
    values[0].0 *= shift;
    values.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (value, kind) = values[0];
    match kind {
        Kind::Forward => value * value,
        _ => value + values[1].0,
    }
}

/// Chosen by conditions, and carried from step to step.
#[differentiable]
fn carried(x: f64) -> f64 {
    let pick = |s: f64| {
        if s > 0.0 {
            (Kind::Call, s * s)
        } else {
            (Kind::Put, -s)
        }
    };
    let (kind, size) = pick(x);
    let state = if kind == Kind::Call {
        (kind, size, size * x)
    } else {
        (Kind::Forward, size, 2.0)
    };
    let mut last = (Kind::Call, 0.5);
    for step in 0..4 {
        last = match step {
            2 => (Kind::Put, last.1 + state.2),
            _ => (last.0, last.1 * x + state.1),
        };
    }
    if last.0 == Kind::Put { last.1 } else { 0.0 }
}

#[test]
fn made_here() {
    let gradient = |x: &[f64]| {
        let (strikes, spot) = straddle::gradient(&x[..2], x[2]);
        [strikes, vec![spot]].concat()
    };
    let points = [&[1.0, 1.2, 1.1][..], &[1.0, 0.7, 1.4]];
    check(|x| straddle(&x[..2], x[2]), gradient, &points);
    check(
        |x| carried(x[0]),
        |x| vec![carried::gradient(x[0])],
        &[&[1.3], &[-0.4]],
    );
}

#[test]
fn of_fields() {
    let book = |x: &[f64]| {
        let kinds = [Kind::Call, Kind::Put, Kind::Forward].into_iter();
        let legs = kinds.zip(x).map(|(kind, &strike)| Leg { kind, strike });
        legs.collect::<Vec<_>>()
    };
    let points = [&[1.0, 1.2, 0.7, 1.3, 1.1][..], &[0.4, 2.0, 1.1, 0.6, 1.3]];
    type Gradient = fn(&[Leg], f64, f64) -> (Vec<LegTangent>, f64, f64);
    let functions: [(fn(&[Leg], f64, f64) -> f64, Gradient); 2] =
        [(shifted, shifted::gradient), (largest, largest::gradient)];
    for (f, g) in functions {
        let gradient = |x: &[f64]| {
            let (legs, shift, spot) = g(&book(x), x[3], x[4]);
            let strikes = legs.iter().map(|leg| leg.strike);
            strikes.chain([shift, spot]).collect()
        };
        check(|x| f(&book(x), x[3], x[4]), gradient, &points);
    }
}
