use pullback::differentiable;

#[differentiable]
fn grow(x: f64) -> f64 {
    let mut y = x;
    while {
        y *= 1.5;
        y < 10.0
    } {}
    y
}

fn main() {}
