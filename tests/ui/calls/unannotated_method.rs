use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Spring {
    stiffness: f64,
}

impl Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * x * x
    }
}

#[differentiable]
fn total(spring: &Spring, x: f64) -> f64 {
    spring.energy(x) + x
}

fn main() {}
