use pullback::Differentiable;

struct Layer {
    weights: Vec<f64>,
}

#[derive(Differentiable)]
struct Network {
    layers: Vec<Layer>,
    rate: f64,
}

fn main() {}
