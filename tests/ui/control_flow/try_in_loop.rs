use pullback::differentiable;

#[differentiable]
fn total(x: &[Option<f64>]) -> Option<f64> {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i]?;
    }
    Some(sum)
}

fn main() {}
