use pullback::differentiable;

fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn square(x: f64) -> f64 {
    apply(|y| y * x, x)
}

fn main() {}
