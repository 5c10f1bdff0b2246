use pullback::differentiable;

#[differentiable]
fn last(x: &mut [f64], y: &mut [f64]) -> f64 {
    let mut target = &mut x[0];
    *target += 1.0;
    target = &mut y[0];
    *target += 1.0;
    x[0] * y[0]
}

fn main() {}
