use pullback::differentiable;

#[differentiable]
fn total(x: Vec<f64>) -> f64 {
    let mut rest = x;
    let mut sum = 0.0;
    while let Some(last) = rest.pop() {
        sum += last;
    }
    sum
}

fn main() {}
