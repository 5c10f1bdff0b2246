use pullback::{Differentiable, differentiable};

// Whoever writes `Eq` for floats by hand says that there are none.
#[derive(Clone, Copy, PartialEq)]
struct Price(f64);

impl Eq for Price {}

impl Price {
    fn net(&self) -> f64 {
        self.0 / 1.2
    }
}

#[derive(Clone, Copy)]
struct Weight(f64);

#[derive(Clone, Differentiable)]
struct Item {
    price: Price,
    cost: f64,
}

#[differentiable]
fn read(item: &Item) -> f64 {
    let price = Price(item.cost);
    price.0
}

#[differentiable]
fn asked(item: &Item) -> f64 {
    let price = Price(item.cost);
    let seen = &price;
    seen.net()
}

#[differentiable]
fn put(item: &mut Item) {
    item.price = Price(item.cost);
}

#[differentiable]
fn without_eq(item: &Item) -> f64 {
    let weight = Weight(item.cost);
    weight.0
}

fn main() {}
