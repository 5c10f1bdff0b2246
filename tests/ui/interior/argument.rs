use pullback::differentiable;
use std::cell::RefCell;

#[differentiable]
fn add(total: &RefCell<f64>, x: f64) {
    *total.borrow_mut() += x;
}

fn main() {}
