use crate::assert_grad;
use pullback::differentiable;

/// Derives nothing of ours: a complete `match` says that there is nothing in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Call,
    Put,
    Straddle,
}

#[derive(Clone, Copy)]
enum Side {
    Long,
    Short,
}

/// Not even copied.
enum Rounding {
    None,
    Squared,
}

impl Kind {
    fn premium(self) -> f64 {
        if self == Kind::Straddle { 2.0 } else { 1.0 }
    }
}

#[differentiable]
fn payoff(kind: Kind, spot: f64, strike: f64) -> f64 {
    match kind {
        Kind::Call => (spot - strike).max(0.0),
        Kind::Put => (strike - spot).max(0.0),
        Kind::Straddle => (spot - strike).abs() * kind.premium(),
    }
}

#[differentiable]
fn position(kind: Kind, side: Side, spot: f64) -> f64 {
    match (&kind, side) {
        (Kind::Call | Kind::Straddle, Side::Long) => payoff(kind, spot, 1.0) * spot,
        (Kind::Put, Side::Long) => spot.sin(),
        (Kind::Call | Kind::Put, Side::Short) | (Kind::Straddle, Side::Short) => -spot * spot,
    }
}

#[differentiable]
fn book(kinds: &[Kind], extra: Option<Kind>, spots: &[f64]) -> f64 {
    let mut total = 0.0;
    for (kind, spot) in kinds.iter().zip(spots) {
        total += match kind {
            Kind::Call => spot * spot,
            Kind::Put => payoff(*kind, *spot, 3.0) * spot,
            Kind::Straddle => position(*kind, Side::Long, *spot),
        };
    }
    if let Some(kind) = extra {
        total *= payoff(kind, spots[0], 0.1);
    }
    total
}

/// What is changed by way of an argument chooses as well.
#[differentiable]
fn walk(kind: &mut Kind, x: f64, steps: usize) -> f64 {
    let mut total = 0.0;
    for _ in 0..steps {
        *kind = match *kind {
            Kind::Call => {
                total += x;
                Kind::Put
            }
            Kind::Put => {
                total += x * x;
                Kind::Straddle
            }
            Kind::Straddle => {
                total *= x;
                Kind::Call
            }
        };
    }
    total
}

#[differentiable]
fn rounded(all: &[Rounding], each: Rounding, x: f64) -> f64 {
    let mut y = x;
    for rounding in all {
        y += match rounding {
            Rounding::None => x,
            Rounding::Squared => y * y,
        };
    }
    match each {
        Rounding::None => y,
        Rounding::Squared => y * y,
    }
}

#[differentiable]
fn walked_twice(x: f64) -> f64 {
    let mut kind = Kind::Put;
    let once = walk(&mut kind, x, 4);
    once * walk(&mut kind, x, 5) + payoff(kind, x, 0.3)
}

#[test]
fn gradient_is_right() {
    let kinds = [Kind::Call, Kind::Put, Kind::Straddle];
    let x = [0.7, 1.9, 1.4];
    for kind in kinds {
        let extra = Some(kind);
        assert_grad(
            |x| book(&kinds, extra, x),
            &x,
            &book::gradient(&kinds, extra, &x),
        );
        let g = walk::gradient(&mut kind.clone(), 0.8, 7);
        assert_grad(|x| walk(&mut kind.clone(), x[0], 7), &[0.8], &[g]);
        for side in [Side::Long, Side::Short] {
            let g = position::gradient(kind, side, 1.3);
            assert_grad(|x| position(kind, side, x[0]), &[1.3], &[g]);
        }
    }
    let all = [Rounding::Squared, Rounding::None, Rounding::Squared];
    let g = rounded::gradient(&all, Rounding::Squared, 0.4);
    assert_grad(|x| rounded(&all, Rounding::Squared, x[0]), &[0.4], &[g]);
    assert_grad(
        |x| walked_twice(x[0]),
        &[0.6],
        &[walked_twice::gradient(0.6)],
    );
}
