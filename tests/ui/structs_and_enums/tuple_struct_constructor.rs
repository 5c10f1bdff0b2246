use pullback::differentiable;

struct Meters(f64);

#[differentiable]
fn twice(x: f64) -> f64 {
    let length = Meters(x);
    length.0 * 2.0
}

fn main() {}
