//! Maps of the user's own types, and of references to items that are grouped.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Buy,
    Sell,
}

#[derive(Clone, Differentiable)]
struct Order {
    side: Side,
    price: f64,
    quantity: f64,
}

#[differentiable]
fn spread(orders: &[Order]) -> f64 {
    let mut sides: BTreeMap<Side, Vec<&Order>> = BTreeMap::new();
    for order in orders {
        sides.entry(order.side).or_default().push(order);
    }
    let mean = |side: &[&Order]| {
        let (value, quantity) = side.iter().fold((0.0, 0.0), |(v, q), o| {
            (v + o.price * o.quantity, q + o.quantity)
        });
        value / quantity
    };
    mean(&sides[&Side::Sell]) - mean(&sides[&Side::Buy])
}

#[derive(Clone, Default, Differentiable)]
struct Account {
    balance: f64,
    moves: usize,
}

#[differentiable]
fn wealth(moves: &[f64]) -> f64 {
    let mut accounts: HashMap<usize, Account> = HashMap::new();
    for (i, v) in moves.iter().enumerate() {
        let account = accounts.entry(i % 3).or_default();
        account.balance += v * v;
        account.moves += 1;
    }
    accounts.insert(
        7,
        Account {
            balance: moves[0],
            moves: 1,
        },
    );
    accounts
        .values()
        .map(|a| a.balance.ln() * a.moves as f64)
        .sum()
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    let orders: Vec<Order> = x
        .chunks_exact(2)
        .enumerate()
        .map(|(i, c)| Order {
            side: if i % 2 == 0 { Side::Buy } else { Side::Sell },
            price: c[0],
            quantity: c[1],
        })
        .collect();
    spread(&orders) * wealth(x)
}

#[test]
fn gradient_is_right() {
    check(
        all,
        all::gradient,
        &[
            &[1.1, 0.9, 2.2, 3.7],
            &[1.1, 0.9, 2.2, 3.7, 1.0, 0.4, 2.0, 1.0, 0.6],
        ],
    );
}
