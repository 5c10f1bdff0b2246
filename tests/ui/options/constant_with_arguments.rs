use pullback::differentiable;

#[differentiable]
fn square(#[constant(always)] x: f64, y: f64) -> f64 {
    x * y
}

fn main() {}
