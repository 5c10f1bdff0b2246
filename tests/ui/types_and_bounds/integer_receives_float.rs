use pullback::differentiable;

struct Meters(f64);

#[differentiable]
fn shifted(x: f64) -> f64 {
    let n: usize = x * 2.0;
    n as f64
}

fn main() {}
