use pullback::differentiable;

#[differentiable]
fn walk(mut x: &[f64]) -> f64 {
    x = &x[1..];
    x[0]
}

fn main() {}
