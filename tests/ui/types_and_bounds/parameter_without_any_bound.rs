use pullback::differentiable;

#[differentiable]
fn first<T>(x: T, y: f64) -> f64 {
    y * y
}

fn main() {}
