use pullback::differentiable;

#[differentiable]
fn scaled(x: f64, scale: Option<f64>) -> f64 {
    match scale {
        Some(scale) => scale * x,
        None => x,
    }
}

fn main() {}
