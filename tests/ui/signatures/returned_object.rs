use pullback::{Differentiable, differentiable};

#[differentiable]
trait Model {
    fn at(&self, x: f64) -> f64;
}

#[derive(Differentiable)]
struct Ensemble {
    models: Vec<Box<dyn Model>>,
}

#[differentiable]
impl Ensemble {
    fn first(&self) -> &dyn Model {
        self.models[0].as_ref()
    }

    fn at(&self, x: f64) -> f64 {
        self.first().at(x)
    }
}

#[differentiable]
fn last(models: &[Box<dyn Model>]) -> &dyn Model {
    &*models[models.len() - 1]
}

fn main() {}
