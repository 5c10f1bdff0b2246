use pullback::differentiable;

#[differentiable]
fn store(x: f64, #[constant] out: &mut f64) -> f64 {
    *out = x * x;
    x
}

fn main() {}
