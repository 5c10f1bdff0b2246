use pullback::{Differentiable, differentiable};

// Whoever writes `Eq` for floats by hand says that there are none.
#[derive(Clone, Copy)]
struct Price(f64);

impl PartialEq for Price {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Price {}

impl Price {
    fn net(&self) -> f64 {
        self.0 / 1.2
    }
}

#[derive(Clone, Differentiable)]
struct Item {
    price: Price,
    amount: f64,
}

#[differentiable]
fn cost(item: &Item) -> f64 {
    item.price.0 * item.amount
}

#[differentiable]
fn cost_of_copy(item: &Item) -> f64 {
    let price = item.price;
    price.0 * item.amount
}

#[differentiable]
fn net(item: &Item) -> f64 {
    item.price.net() * item.amount
}

#[differentiable]
fn net_of_copy(item: &Item) -> f64 {
    let price = item.price.clone();
    price.net() * item.amount
}

#[differentiable]
fn raise(item: &mut Item) {
    item.price.0 = item.amount;
}

fn main() {}
