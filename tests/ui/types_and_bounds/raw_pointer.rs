use pullback::differentiable;

#[differentiable]
fn read(x: f64, p: *const f64) -> f64 {
    x
}

fn main() {}
