use pullback::differentiable;

#[differentiable]
fn scaled(x: f64, #[cfg(any())] k: f64) -> f64 {
    x * 2.0
}

fn main() {}
