use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Gauge {
    at: f64,
    name: String,
}

#[differentiable]
impl Clone for Gauge {
    fn clone(&self) -> Self {
        Gauge {
            at: 2.0 * self.at,
            name: self.name.clone(),
        }
    }
}

#[derive(Differentiable)]
struct Plain {
    at: Vec<f64>,
}

#[differentiable]
impl Clone for Plain {
    fn clone(&self) -> Self {
        Plain { at: self.at.to_vec() }
    }
}

#[differentiable]
fn doubled(x: f64) -> f64 {
    let gauge = Gauge { at: x, name: String::new() };
    gauge.clone().at + Plain { at: vec![x] }.clone().at[0]
}

fn main() {
    doubled::gradient(1.0);
}
