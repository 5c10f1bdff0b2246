use pullback::differentiable;

#[differentiable]
fn store(x: &[f64], #[constant] out: &mut [f64]) -> f64 {
    for i in 0..x.len() {
        out[i] += x[i];
    }
    x[0]
}

fn main() {}
