use pullback::differentiable;

#[differentiable]
fn count(x: &[f64]) -> usize {
    x.len()
}

fn caller() {
    let _ = count::gradient(&[1.0]);
}

fn main() {}
