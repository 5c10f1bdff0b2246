use pullback::Differentiable;

#[derive(Differentiable)]
struct Layer {
    #[constant(always)]
    scale: f64,
    bias: f64,
}

fn main() {}
