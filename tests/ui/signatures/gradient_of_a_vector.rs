use pullback::differentiable;

#[differentiable]
fn doubled(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| 2.0 * v).collect()
}

fn main() {
    doubled::gradient(&[1.0]);
}
