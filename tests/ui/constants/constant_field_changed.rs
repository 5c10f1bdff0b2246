use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Spring {
    stiffness: f64,
    #[constant]
    rest: f64,
    #[constant]
    lengths: Vec<f64>,
}

#[differentiable]
fn assigned(spring: &mut Spring, x: f64) -> f64 {
    spring.rest = x;
    spring.stiffness * spring.rest
}

#[differentiable]
fn added(spring: &mut Spring, x: f64) -> f64 {
    spring.rest += x;
    spring.stiffness * spring.rest
}

#[differentiable]
fn pushed(spring: &mut Spring, x: f64) -> f64 {
    spring.lengths.push(x);
    spring.stiffness * spring.lengths[0]
}

fn main() {}
