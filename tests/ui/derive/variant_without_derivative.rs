use pullback::Differentiable;

struct Kind;

#[derive(Differentiable)]
enum Layer {
    Dense(Vec<f64>, Kind),
    Empty,
}

fn main() {}
