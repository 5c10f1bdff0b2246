use pullback::differentiable;

trait Model {
    fn energy(&self, x: f64) -> f64;
}

#[differentiable]
fn total(models: &[Box<dyn Model>], x: f64) -> f64 {
    models.iter().map(|m| m.energy(x)).sum()
}

fn main() {}
