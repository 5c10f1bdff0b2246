use pullback::{Differentiable, differentiable};

struct Clock {
    rate: f64,
}

impl Clock {
    fn at(&self, time: f64) -> f64 {
        self.rate * time
    }
}

#[derive(Differentiable)]
struct Model {
    time: f64,
    #[constant]
    clock: Clock,
}

#[differentiable]
impl Model {
    fn run(&self, x: f64) -> f64 {
        self.clock.at(self.time) * x
    }
}

fn main() {}
