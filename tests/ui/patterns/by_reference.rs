use pullback::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    let ref y = x;
    *y * *y
}

fn main() {}
