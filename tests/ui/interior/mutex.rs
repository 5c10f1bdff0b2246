use pullback::differentiable;
use std::sync::Mutex;

#[differentiable]
fn doubled(x: f64) -> f64 {
    let held = Mutex::new(x);
    *held.lock().unwrap() *= 2.0;
    held.into_inner().unwrap()
}

fn main() {}
