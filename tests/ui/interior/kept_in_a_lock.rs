use pullback::differentiable;
use std::sync::Mutex;

struct Total {
    sum: Mutex<f64>,
}

impl Total {
    fn add(&self, x: f64) {
        *self.sum.lock().unwrap() += x;
    }

    fn get(&self) -> f64 {
        *self.sum.lock().unwrap()
    }
}

#[differentiable]
fn squares(x: f64) -> f64 {
    let total = Total { sum: Mutex::new(0.0) };
    total.add(x * x);
    total.get() * x
}

fn main() {}
