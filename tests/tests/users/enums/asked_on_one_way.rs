//! Methods without rules of what derives nothing, on one way of a branch in a loop.

use crate::check;
use pullback::differentiable;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Call,
    Put,
}

impl Kind {
    fn sign(self) -> f64 {
        match self {
            Kind::Call => 1.0,
            Kind::Put => -1.0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    European,
    American,
}

#[differentiable]
fn on_a_lattice(spot: f64, strike: f64, steps: usize, kind: Kind, style: Style) -> f64 {
    let payoff = |s: f64| (kind.sign() * (s - strike)).max(0.0);
    let node = |i: usize, j: usize| spot * 1.1f64.powi(2 * j as i32 - i as i32);
    let mut values: Vec<f64> = (0..=steps).map(|j| payoff(node(steps, j))).collect();
    for i in (0..steps).rev() {
        for j in 0..=i {
            let hold = 0.52 * values[j + 1] + 0.46 * values[j];
            values[j] = if style == Style::American {
                hold.max(payoff(node(i, j)))
            } else {
                hold
            };
        }
        values.truncate(i + 1);
    }
    values[0]
}

#[test]
fn test_asked_on_one_way() {
    for kind in [Kind::Call, Kind::Put] {
        for style in [Style::European, Style::American] {
            check(
                |x| on_a_lattice(x[0], x[1], 5, kind, style),
                |x| {
                    let (spot, strike) = on_a_lattice::gradient(x[0], x[1], 5, kind, style);
                    vec![spot, strike]
                },
                &[&[100.0, 103.0], &[40.0, 35.5]],
            );
        }
    }
}
