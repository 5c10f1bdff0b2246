use pullback::differentiable;

#[differentiable]
fn raise(y: &mut f64, x: f64) {
    *y += x * x;
}

#[differentiable]
fn last(x: f64) -> f64 {
    let mut values = vec![1.0, 2.0];
    let end = values.iter_mut().filter(|v| **v > 1.0).last().unwrap();
    raise(end, x);
    values[1]
}

fn main() {}
