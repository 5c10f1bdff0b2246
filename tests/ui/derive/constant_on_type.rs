use pullback::Differentiable;

#[derive(Differentiable)]
#[constant]
struct Layer {
    bias: f64,
}

#[derive(Differentiable)]
enum Choice {
    #[constant]
    One(f64),
}

fn main() {}
