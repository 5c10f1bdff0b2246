use pullback::differentiable;

#[differentiable]
fn walk<'a>(mut x: &'a mut [f64], y: &'a mut [f64]) -> f64 {
    x[0] *= 2.0;
    x = y;
    x[0]
}

fn main() {}
