use pullback::{Differentiable, differentiable};

struct Table {
    slope: f64,
}

impl Table {
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
    fn step(&self) -> f64 {
        0.5 * self.slope
    }
}

#[derive(Differentiable)]
struct Model {
    gain: f64,
    #[constant]
    table: Table,
}

#[differentiable]
fn response(model: &Model, x: f64) -> f64 {
    model.gain * model.table.at(x) * model.table.step()
}

fn main() {}
