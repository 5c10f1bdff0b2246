use pullback::differentiable;

#[differentiable]
fn ends(x: &[f64]) -> f64 {
    match x {
        [first, .., last] => first * last,
        _ => 0.0,
    }
}

fn main() {}
