use pullback::differentiable;

#[differentiable]
fn last(x: f64) -> f64 {
    let mut values = vec![1.0, 2.0];
    let end = values.iter_mut().filter(|v| **v > 1.0).last().unwrap();
    *end = x * x;
    values[1]
}

fn main() {}
