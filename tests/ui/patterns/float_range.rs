use pullback::differentiable;

#[differentiable]
fn kinked(x: f64) -> f64 {
    match x {
        0.0..=1.0 => x,
        _ => x * x,
    }
}

fn main() {}
