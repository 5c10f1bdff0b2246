use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug)]
enum Status {
    Single,
    Joint,
}

#[derive(Clone, Debug, Differentiable)]
struct Bracket {
    upto: Option<f64>,
    rate: f64,
}

#[differentiable]
fn brackets(#[constant] status: Status, top_rate: f64) -> Vec<Bracket> {
    let scale = match status {
        Status::Single => 1.0,
        Status::Joint => 2.0,
    };
    vec![
        Bracket {
            upto: Some(10.0 * scale),
            rate: 0.1,
        },
        Bracket {
            upto: Some(40.0 * scale),
            rate: 0.22,
        },
        Bracket {
            upto: None,
            rate: top_rate,
        },
    ]
}

#[differentiable]
fn tax(income: f64, table: &[Bracket]) -> f64 {
    let mut lower = 0.0;
    let mut due = 0.0;
    for Bracket { upto, rate } in table {
        let upper = upto.unwrap_or(f64::INFINITY);
        if income <= lower {
            break;
        }
        due += (income.min(upper) - lower) * rate;
        lower = upper;
    }
    due
}

#[differentiable]
fn household(incomes: &[f64], top_rate: f64, joint: bool) -> f64 {
    if joint {
        tax(incomes.iter().sum(), &brackets(Status::Joint, top_rate))
    } else {
        let table = brackets(Status::Single, top_rate);
        incomes.iter().map(|&i| tax(i, &table)).sum()
    }
}

#[test]
fn gradient_is_right() {
    let inc = [90.0, 25.0, 7.0];
    for joint in [true, false] {
        let (di, dt) = household::gradient(&inc, 0.35, joint);
        assert_grad(|i| household(i, 0.35, joint), &inc, &di);
        assert_grad(|t| household(&inc, t[0], joint), &[0.35], &[dt]);
    }
}
