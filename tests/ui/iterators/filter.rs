use pullback::differentiable;

#[differentiable]
fn positive(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in x.iter().filter(|x| **x > 0.0) {
        sum += x;
    }
    sum
}

fn main() {}
