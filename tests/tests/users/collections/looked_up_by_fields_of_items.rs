use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug, Differentiable)]
struct Order {
    symbol: String,
    amount: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Desk {
    orders: Vec<Order>,
    marks: HashMap<String, f64>,
}

#[differentiable]
impl Desk {
    fn value(&self) -> f64 {
        let mut total = 0.0;
        for order in &self.orders {
            if let Some(mark) = self.marks.get(&order.symbol) {
                total += mark * order.amount * order.amount;
            }
        }
        total
    }
}

#[differentiable]
fn cost(orders: &[Order], marks: &BTreeMap<String, f64>) -> Option<f64> {
    let mut total = 0.0;
    for order in orders {
        let mark = marks.get(&order.symbol)?;
        total += order.amount * mark.exp();
    }
    Some(total)
}

#[differentiable]
fn mapped(orders: &[Order], marks: &BTreeMap<String, f64>) -> f64 {
    let of = |o: &Order| marks.get(&o.symbol).copied().unwrap_or(0.3 * o.amount);
    orders.iter().map(|o| of(o) * o.amount).sum()
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    let orders: Vec<Order> = ["a", "b", "a"]
        .iter()
        .zip(x)
        .map(|(symbol, &amount)| Order {
            symbol: symbol.to_string(),
            amount,
        })
        .collect();
    let marks = BTreeMap::from([("a".to_string(), x[1]), ("b".to_string(), x[2] * x[0])]);
    let few = BTreeMap::from([("a".to_string(), x[1])]);
    let desk = Desk {
        orders: orders.clone(),
        marks: HashMap::from([("a".to_string(), x[2])]),
    };
    let all = cost(&orders, &marks).unwrap_or(0.0) + cost(&orders, &few).unwrap_or(x[1]);
    all + desk.value() * mapped(&orders, &few)
}

#[test]
fn gradients_are_right() {
    let points = [&[1.2, 1.0, 0.1][..], &[-0.4, 0.5, 2.0]];
    check(total, |v| total::gradient(v), &points);
}
