use pullback::differentiable;

fn doubled(y: &[f64]) -> Vec<f64> {
    y.iter().map(|v| 2.0 * v).collect()
}

#[differentiable]
fn twice(y: &[f64]) -> f64 {
    let once = doubled(y);
    let twice = doubled(&once);
    twice.iter().sum()
}

fn main() {
    twice::gradient(&[1.0]);
}
