use pullback::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    let later = async { 1.0 };
    x * x
}

fn main() {}
