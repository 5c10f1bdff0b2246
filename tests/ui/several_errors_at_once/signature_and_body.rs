use pullback::differentiable;

#[differentiable]
fn several(x: &[f64], y: impl Into<f64>) -> &f64 {
    unsafe { x.get_unchecked(0) }
}

fn main() {}
