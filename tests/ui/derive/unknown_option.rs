use pullback::Differentiable;

#[derive(Differentiable)]
#[pullback(transparent)]
struct Layer {
    bias: f64,
}

fn main() {}
