use pullback::Differentiable;
use std::cell::RefCell;

#[derive(Differentiable)]
struct Cache {
    last: RefCell<f64>,
}

fn main() {}
