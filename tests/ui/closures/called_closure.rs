use pullback::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    let product = |y: f64| y * x;
    product(x)
}

fn main() {}
