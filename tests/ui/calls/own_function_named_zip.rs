use pullback::differentiable;

#[differentiable]
fn zip(a: &[f64], b: &[f64]) -> Vec<(f64, f64)> {
    a.iter().zip(b).map(|(a, b)| (*a, *b)).collect()
}

#[differentiable]
fn product(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in zip(a, b) {
        sum += a * b;
    }
    sum
}

fn main() {}
