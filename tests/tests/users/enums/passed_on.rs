use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Buy,
    Sell,
}

/// Compared and passed on like a side; but it has a derivative.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Fee {
    rate: f64,
}

impl Fee {
    const FREE: Fee = Fee { rate: 0.0 };
}

#[differentiable]
fn price(side: Side, x: f64) -> f64 {
    match side {
        Side::Buy => x * x,
        Side::Sell => -x,
    }
}

#[differentiable]
fn total(side: Side, x: f64) -> f64 {
    price(side, x) + price(Side::Sell, x.sin())
}

#[differentiable]
fn charged(fee: &Fee, x: f64) -> f64 {
    fee.rate * x * x
}

#[differentiable]
fn traded(side: &Side, fee: &Fee, xs: &[f64]) -> f64 {
    let one = |x: f64| total(*side, x) - charged(fee, x);
    xs.iter().map(|&x| one(x)).sum()
}

#[differentiable]
fn signed(sides: &[Side], xs: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (side, x) in sides.iter().zip(xs) {
        if *side == Side::Buy {
            sum += x * x;
        } else {
            sum -= total(*side, *x);
        }
    }
    sum
}

#[differentiable]
fn book(sides: Vec<Side>, fees: Vec<Fee>, xs: &[f64]) -> f64 {
    let mut sum = signed(&sides, xs);
    for i in 0..xs.len() {
        if fees[i] != Fee::FREE && sides[i] == Side::Sell {
            sum -= charged(&fees[i], xs[i]);
        }
    }
    sum
}

#[derive(Debug, Differentiable)]
struct Desk {
    sides: Vec<Side>,
    scale: f64,
}

#[differentiable]
impl Desk {
    fn profit(&self, only: Side, xs: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (i, x) in xs.iter().enumerate() {
            sum += match self.sides[i] {
                Side::Buy => self.scale * x.exp(),
                Side::Sell => self.again(only, *x),
            };
        }
        sum
    }

    fn again(&self, only: Side, x: f64) -> f64 {
        total(only, x * self.scale)
    }
}

const SIDES: [Side; 3] = [Side::Buy, Side::Sell, Side::Buy];
const XS: [f64; 3] = [0.7, 1.3, -0.4];

#[test]
fn what_derives_nothing_has_no_entry() {
    for side in SIDES {
        let g = total::gradient(side, 1.3);
        assert_grad(|x| total(side, x[0]), &[1.3], &[g]);
    }
    assert_grad(|x| signed(&SIDES, x), &XS, &signed::gradient(&SIDES, &XS));
    let (value, pullback) = total::vjp(Side::Buy, 1.3);
    assert_eq!(value, total(Side::Buy, 1.3));
    assert_eq!(pullback.call(2.0), 2.0 * total::gradient(Side::Buy, 1.3));
}

#[test]
fn what_has_a_derivative_has_one() {
    let (fee, xs) = traded::gradient(&Side::Buy, &Fee { rate: 0.3 }, &XS);
    let of_fee = |r: &[f64]| traded(&Side::Buy, &Fee { rate: r[0] }, &XS);
    assert_grad(of_fee, &[0.3], &[fee.rate]);
    let of_xs = |x: &[f64]| traded(&Side::Buy, &Fee { rate: 0.3 }, x);
    assert_grad(of_xs, &XS, &xs);
}

#[test]
fn lists_are_asked_too() {
    let fees = |r: &[f64]| r.iter().map(|&rate| Fee { rate }).collect::<Vec<_>>();
    let rates = [0.3, 0.2, 0.0];
    let (g, xs) = book::gradient(SIDES.to_vec(), fees(&rates), &XS);
    let g: Vec<f64> = g.iter().map(|fee| fee.rate).collect();
    assert_grad(|r| book(SIDES.to_vec(), fees(r), &XS), &rates, &g);
    assert_grad(|x| book(SIDES.to_vec(), fees(&rates), x), &XS, &xs);
}

#[test]
fn methods_and_fields() {
    let desk = |scale| Desk {
        sides: SIDES.to_vec(),
        scale,
    };
    let (this, xs) = desk(0.8).profit_gradient(Side::Sell, &XS);
    assert_grad(
        |s| desk(s[0]).profit(Side::Sell, &XS),
        &[0.8],
        &[this.scale],
    );
    assert_grad(|x| desk(0.8).profit(Side::Sell, x), &XS, &xs);
}
