//! A marked `for` loop goes over what can be counted through.

use pullback::differentiable;

#[differentiable]
fn over_what_is_filtered(x: &[f64]) -> f64 {
    let mut y = 1.0;
    #[checkpoint]
    for v in x.iter().filter(|v| **v > 0.0) {
        y = (y * v).sin();
    }
    y
}

fn main() {}
