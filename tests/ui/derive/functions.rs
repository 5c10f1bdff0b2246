use pullback::Differentiable;

#[derive(Differentiable)]
struct Layer {
    activation: fn(f64) -> f64,
    loss: Box<dyn Fn(f64) -> f64>,
    scale: f64,
}

fn main() {}
