use pullback::{Differentiable, differentiable};

#[differentiable]
trait Filter {
    fn step(&mut self, x: f64);
    fn value(&self) -> f64;
}

#[derive(Clone, Differentiable)]
struct Decay {
    state: f64,
    rate: f64,
}

#[differentiable]
impl Filter for Decay {
    fn step(&mut self, x: f64) {
        self.state = self.rate * self.state + x;
    }

    fn value(&self) -> f64 {
        self.state
    }
}

#[differentiable]
fn filtered(rate: f64, xs: &[f64]) -> f64 {
    let mut filters: Vec<Box<dyn Filter>> = vec![Box::new(Decay { state: 0.0, rate })];
    for &x in xs {
        filters[0].step(x);
    }
    filters[0].value()
}

#[differentiable]
fn passed(rate: f64, x: f64) -> f64 {
    let mut filter: Box<dyn Filter> = Box::new(Decay { state: 0.0, rate });
    filter.step(x * rate);
    filter.value()
}

fn main() {}
