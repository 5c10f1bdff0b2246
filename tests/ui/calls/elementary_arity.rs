use pullback::differentiable;

#[differentiable]
fn power(x: f64) -> f64 {
    x.powi()
}

fn main() {}
