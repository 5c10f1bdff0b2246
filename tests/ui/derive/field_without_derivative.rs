use pullback::Differentiable;

struct Kind(f64);

#[derive(Differentiable)]
struct Layer {
    weights: Vec<f64>,
    kind: Kind,
}

fn main() {}
