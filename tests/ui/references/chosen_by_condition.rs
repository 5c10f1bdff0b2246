use pullback::differentiable;

#[differentiable]
fn longer(x: &mut [f64], y: &mut [f64]) -> f64 {
    let z = if x.len() > y.len() { x } else { y };
    z[0] *= 2.0;
    z[0] * z[1]
}

fn main() {}
