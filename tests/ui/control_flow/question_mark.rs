use pullback::differentiable;

#[differentiable]
fn first(x: &[f64]) -> Option<f64> {
    let first = x.first()?;
    Some(*first * *first)
}

fn main() {}
