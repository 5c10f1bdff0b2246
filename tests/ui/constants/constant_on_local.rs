use pullback::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    #[constant]
    let y = x;
    x * y
}

fn main() {}
