use pullback::differentiable;

#[differentiable]
trait Energy {
    fn energy(&self, x: f64) -> f64;
}

fn main() {}
