use pullback::differentiable;
use std::cell::RefCell;

#[differentiable]
fn doubled(x: f64) -> f64 {
    let held = RefCell::new(x);
    *held.borrow_mut() *= 2.0;
    held.into_inner()
}

fn main() {}
