use pullback::differentiable;

#[differentiable]
fn square(x: f64, #[constant] f: (fn(f64) -> f64, f64)) -> f64 {
    (f.0)(x)
}

fn main() {}
