//! Methods of what constant fields of values hold, and values that constant fields are given.

use crate::assert_grad;
use pullback::{Differentiable, differentiable, stop_gradient};

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Long,
    Short,
}

impl Side {
    fn sign(self) -> f64 {
        match self {
            Side::Long => 1.0,
            Side::Short => -1.0,
        }
    }
}

#[derive(Clone)]
struct Fees {
    tiers: Vec<f64>,
}

impl Fees {
    fn rate(&self, tier: usize) -> f64 {
        self.tiers[tier]
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Leg {
    size: f64,
    #[constant]
    side: Side,
}

#[derive(Clone, Differentiable)]
struct Trade {
    leg: Leg,
    price: f64,
    #[constant]
    fees: Fees,
}

#[differentiable]
impl Leg {
    fn exposure(self, price: f64) -> f64 {
        price * self.size * self.side.sign()
    }
}

#[differentiable]
impl Trade {
    fn cost(self, tier: usize) -> f64 {
        let rate = self.fees.rate(tier);
        self.leg.exposure(self.price) + rate * self.price * self.leg.side.sign()
    }
}

#[differentiable]
fn net(x: &[f64]) -> f64 {
    let short = Leg {
        size: x[0],
        side: Side::Short,
    };
    let long = Leg {
        side: Side::Long,
        ..short
    };
    let trade = Trade {
        leg: short,
        price: x[1],
        fees: Fees {
            tiers: vec![0.01, 0.2],
        },
    };
    let direct = trade.leg.side.sign() * trade.fees.rate(0) * x[2];
    let legs = vec![long, short, long];
    let exposed: f64 = legs
        .iter()
        .map(|leg| leg.side.sign() * leg.size.sin())
        .sum();
    let priced: f64 = legs.into_iter().map(|leg| leg.exposure(x[2])).sum();
    trade.cost(1) + direct + exposed * priced
}

#[derive(Clone, Differentiable)]
struct Table {
    #[constant]
    at: Vec<f64>,
    #[constant]
    ends: [f64; 2],
    values: Vec<f64>,
}

#[differentiable]
impl Table {
    fn new(at: &[f64], values: &[f64]) -> Self {
        Table {
            at: stop_gradient(at.to_vec()),
            ends: stop_gradient([at[0], at[at.len() - 1]]),
            values: values.to_vec(),
        }
    }

    fn moment(&self) -> f64 {
        let width = self.ends[1] - self.ends[0];
        self.at
            .iter()
            .zip(&self.values)
            .map(|(a, v)| a * v * v)
            .sum::<f64>()
            / width
    }
}

#[differentiable]
fn tabled(x: &[f64]) -> f64 {
    Table::new(&[0.5, 1.0, 2.5], x).moment()
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, -0.4], [-1.1, 0.2, 0.9]] {
        for _ in 0..2 {
            assert_grad(net, &x, &net::gradient(&x));
            assert_grad(tabled, &x, &tabled::gradient(&x));
        }
    }
}
