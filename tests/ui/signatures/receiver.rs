use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Spring(f64);

impl Spring {
    #[differentiable]
    fn energy(&self, x: f64) -> f64 {
        self.0 * x * x
    }
}

// What calls it is not told again.
#[differentiable]
fn of_two(spring: &Spring, x: f64) -> f64 {
    spring.energy(x) + spring.energy(2.0 * x)
}

#[differentiable]
fn of_one(spring: &Spring, x: f64) -> f64 {
    let far = x * x;
    Spring::energy(spring, far)
}

fn main() {}
