use pullback::differentiable;

trait Model {
    fn energy(&self) -> f64;
}

#[differentiable]
fn energy(model: Box<dyn Model>, x: f64) -> f64 {
    x * 2.0
}

fn main() {}
