use pullback::differentiable;

#[differentiable]
fn both<S, T>(x: &[S], y: &[T], z: f64) -> f64 {
    z
}

fn main() {}
