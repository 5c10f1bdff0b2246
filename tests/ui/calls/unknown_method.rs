use pullback::differentiable;

#[differentiable]
fn reversed(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.reverse();
    y[0]
}

fn main() {}
