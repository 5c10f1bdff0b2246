//! References to items of constant lists, of types that derive nothing, that options and searches give.

use crate::assert_grad;
use pullback::differentiable;
use std::collections::HashSet;

struct Dose {
    at: f64,
    amount: f64,
}

#[differentiable]
fn given(rate: f64, #[constant] doses: &[Dose], t: f64) -> f64 {
    let mut total = 0.0;
    let mut i = 0;
    while let Some(d) = doses.get(i).filter(|d| d.at <= 2.5) {
        total += d.amount * (-rate * (t - d.at)).exp();
        i += 1;
    }
    total
}

#[differentiable]
fn looked_for(rate: f64, #[constant] doses: &[Dose]) -> f64 {
    let base = if let Some(d) = doses.first().filter(|d| d.amount > 0.5) {
        d.amount * rate
    } else {
        rate * rate
    };
    let amount = if let Some(d) = doses.iter().find(|d| d.at > 1.0) {
        d.amount
    } else {
        0.0
    };
    match doses.iter().rev().find(|d| d.at < 2.5) {
        Some(d) => base + amount * rate.sin() + d.amount * rate,
        None => base,
    }
}

#[differentiable]
fn labelled(xs: &[f64], #[constant] labels: &[&str]) -> f64 {
    let distinct: HashSet<&str> = labels.iter().copied().collect();
    let mut s = 0.0;
    for (label, x) in labels.iter().zip(xs) {
        s += x * x * label.len() as f64;
    }
    s / distinct.len() as f64
}

#[test]
fn gradient_is_right() {
    let all = [
        Dose {
            at: 0.5,
            amount: 1.0,
        },
        Dose {
            at: 2.0,
            amount: 3.0,
        },
        Dose {
            at: 3.0,
            amount: 0.5,
        },
    ];
    for doses in [&all[..], &all[2..], &[]] {
        let (by_rate, by_t) = given::gradient(1.0, doses, 4.0);
        assert_grad(|x| given(x[0], doses, x[1]), &[1.0, 4.0], &[by_rate, by_t]);
        let gradient = looked_for::gradient(0.7, doses);
        assert_grad(|x| looked_for(x[0], doses), &[0.7], &[gradient]);
        assert_eq!(gradient, looked_for::gradient(0.7, doses));
    }
    let (x, labels) = ([1.0, 2.0, 3.0], ["a", "bc", "a"]);
    assert_grad(
        |x| labelled(x, &labels),
        &x,
        &labelled::gradient(&x, &labels),
    );
}
