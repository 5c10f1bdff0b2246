use pullback::Differentiable;

struct Kind(f64);

#[derive(Differentiable)]
enum Layer {
    Dense(Vec<f64>, Kind),
    Empty,
}

fn main() {}
