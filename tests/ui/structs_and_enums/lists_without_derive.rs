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

#[derive(Clone, Differentiable)]
struct Basket {
    prices: Vec<Price>,
    best: Option<Price>,
    amount: f64,
}

#[differentiable]
fn cost(basket: &Basket) -> f64 {
    basket.prices[0].0 * basket.amount
}

#[differentiable]
fn costs(basket: &Basket) -> f64 {
    let mut sum = 0.0;
    for price in &basket.prices {
        sum += price.0;
    }
    sum
}

#[differentiable]
fn best(basket: &Basket) -> f64 {
    match basket.best {
        Some(price) => price.0 * basket.amount,
        None => 0.0,
    }
}

#[differentiable]
fn net(basket: &Basket) -> f64 {
    basket.prices[0].net() * basket.amount
}

#[differentiable]
fn raise(basket: &mut Basket) {
    basket.prices[0].0 = basket.amount;
}

#[differentiable]
fn add(basket: &mut Basket) {
    basket.prices.push(Price(basket.amount));
}

// Without the `Eq`, nothing says that there are none.
#[derive(Clone, Copy)]
struct Weight(f64);

#[derive(Clone, Differentiable)]
struct Crate {
    weights: Vec<Weight>,
}

fn main() {}
