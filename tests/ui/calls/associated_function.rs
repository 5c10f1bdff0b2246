use pullback::differentiable;

struct Spring;

impl Spring {
    fn energy(x: f64) -> f64 {
        x * x
    }
}

#[differentiable]
fn energy(x: f64) -> f64 {
    Spring::energy(x)
}

fn main() {}
