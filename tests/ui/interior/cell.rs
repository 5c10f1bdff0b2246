use pullback::differentiable;
use std::cell::Cell;

#[differentiable]
fn doubled(x: f64) -> f64 {
    let held = Cell::new(x);
    held.set(held.get() * 2.0);
    held.get()
}

fn main() {}
