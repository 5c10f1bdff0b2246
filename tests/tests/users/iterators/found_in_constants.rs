//! What is looked for in tables that are constants or statics.

use crate::assert_grad;
use pullback::differentiable;

static LEVELS: [(&str, f64); 3] = [("low", 0.5), ("mid", 1.0), ("high", 2.0)];
const KNOTS: [f64; 4] = [0.0, 1.0, 2.5, 4.0];
const BANDS: &[(f64, f64)] = &[(10.0, 0.1), (50.0, 0.2), (f64::INFINITY, 0.4)];
struct Unit {
    name: &'static str,
    factor: f64,
}
const UNITS: [Unit; 2] = [
    Unit {
        name: "m",
        factor: 1.0,
    },
    Unit {
        name: "km",
        factor: 1000.0,
    },
];

#[differentiable]
fn scaled(level: &str, x: f64) -> f64 {
    let f = LEVELS
        .iter()
        .find(|(k, _)| *k == level)
        .map(|(_, v)| *v)
        .unwrap_or(1.0);
    f * x * x
}

#[differentiable]
fn interpolated(ys: &[f64], x: f64) -> f64 {
    let i = KNOTS.iter().rposition(|k| *k <= x).unwrap_or(0).min(2);
    let hi = KNOTS.iter().find(|k| **k > x).copied().unwrap_or(4.0);
    let t = (x - KNOTS[i]) / (hi - KNOTS[i]);
    ys[i] * (1.0 - t) + ys[i + 1] * t
}

#[differentiable]
fn tax(income: f64) -> f64 {
    let (limit, rate) = BANDS.iter().find(|(limit, _)| income < *limit).unwrap();
    let mut lower = 0.0;
    let mut due = 0.0;
    for (upper, r) in BANDS {
        let part = income.min(*upper) - lower;
        if part <= 0.0 {
            break;
        }
        due += part * r;
        lower = *upper;
    }
    due + if limit.is_finite() {
        income * rate
    } else {
        0.0
    }
}

#[differentiable]
fn in_unit(x: f64, name: &str) -> f64 {
    let Some(u) = UNITS.iter().find(|u| u.name == name) else {
        return x;
    };
    let top = UNITS
        .iter()
        .max_by(|a, b| a.factor.total_cmp(&b.factor))
        .unwrap();
    x * x * u.factor / top.factor
}

#[test]
fn gradient_is_right() {
    for level in ["low", "high", "none"] {
        assert_grad(
            |x| scaled(level, x[0]),
            &[1.5],
            &[scaled::gradient(level, 1.5)],
        );
    }
    for name in ["m", "km", "mile"] {
        assert_grad(
            |x| in_unit(x[0], name),
            &[1.5],
            &[in_unit::gradient(1.5, name)],
        );
    }
    for income in [5.0, 30.0, 90.0] {
        assert_grad(|x| tax(x[0]), &[income], &[tax::gradient(income)]);
        assert_eq!(tax::gradient(income), tax::gradient(income));
    }
    for x in [[0.5, 1.0, 2.0, 3.0, 1.5], [3.5, 1.0, 2.0, 3.0, 1.5]] {
        let (by_ys, by_x) = interpolated::gradient(&x[1..], x[0]);
        let gradient = [vec![by_x], by_ys].concat();
        assert_grad(|x| interpolated(&x[1..], x[0]), &x, &gradient);
    }
}
