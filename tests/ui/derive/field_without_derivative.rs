use pullback::Differentiable;

struct Kind;

#[derive(Differentiable)]
struct Layer {
    weights: Vec<f64>,
    kind: Kind,
}

fn main() {}
