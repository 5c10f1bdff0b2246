use pullback::{Differentiable, differentiable};
use std::ops::Add;

#[derive(Differentiable, Clone, Copy)]
struct Meters(f64);

impl Add for Meters {
    type Output = Meters;
    fn add(self, other: Meters) -> Meters {
        Meters(self.0 + other.0)
    }
}

#[differentiable]
fn total(a: Meters, b: Meters) -> f64 {
    let sum = a + b;
    sum.0
}

fn main() {}
