use pullback::Differentiable;

#[derive(Differentiable)]
struct String {
    tension: f64,
}

#[derive(Differentiable)]
struct Guitar {
    strings: Vec<String>,
}

fn main() {}
