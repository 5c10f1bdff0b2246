use pullback::differentiable;

#[differentiable]
fn count<T: Copy>(x: &[T], y: f64) -> f64 {
    y * x.len() as f64
}

fn main() {}
