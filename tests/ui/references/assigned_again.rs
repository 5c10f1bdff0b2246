use pullback::differentiable;

#[differentiable]
fn walk(x: &[f64]) -> f64 {
    let mut rest = x;
    let mut sum = 0.0;
    while rest.len() > 1 {
        sum += rest[0];
        rest = &rest[1..];
    }
    sum
}

fn main() {}
