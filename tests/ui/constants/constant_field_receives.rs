use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Spring {
    stiffness: f64,
    #[constant]
    rest: f64,
}

#[differentiable]
fn energy(x: f64) -> f64 {
    let spring = Spring {
        stiffness: x,
        rest: 2.0 * x,
    };
    spring.stiffness * spring.rest
}

fn main() {}
