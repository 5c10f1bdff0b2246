use pullback::differentiable;

#[differentiable]
fn first(x: &[f64]) -> f64 {
    if let Some(first) = x.first() {
        first * first
    } else {
        0.0
    }
}

fn main() {}
