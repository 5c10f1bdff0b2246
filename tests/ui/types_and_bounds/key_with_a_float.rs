use pullback::{Differentiable, differentiable};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Price(f64);

impl PartialEq for Price {
    fn eq(&self, other: &Price) -> bool {
        self.0 == other.0
    }
}

impl Eq for Price {}

impl Hash for Price {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

#[differentiable]
fn booked(book: &mut HashMap<Price, f64>, price: f64, amount: f64) {
    book.insert(Price(price), amount);
}

fn main() {}
