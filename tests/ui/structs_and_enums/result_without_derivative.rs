use pullback::differentiable;

struct Meters(f64);

#[differentiable]
fn length(x: f64) -> Meters {
    Meters(x)
}

fn main() {}
