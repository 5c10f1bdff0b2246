use pullback::differentiable;

#[differentiable]
fn turned(a: f64, n: usize) -> f64 {
    if n > 1 {
        use std::f64::consts::*;
        return a * PI;
    }
    a
}

fn main() {
    let _ = turned::gradient(1.0, 2);
}
