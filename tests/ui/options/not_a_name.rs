use pullback::differentiable;

#[differentiable(name = "other")]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {}
