use pullback::{Differentiable, differentiable};

struct Table(Vec<f64>);

#[differentiable]
trait Filter {
    fn step(&mut self, x: f64, #[constant] table: &Table);
    fn value(&self) -> f64;
}

#[derive(Clone, Differentiable)]
struct Decay {
    state: f64,
    rate: f64,
}

#[differentiable]
impl Filter for Decay {
    fn step(&mut self, x: f64, #[constant] table: &Table) {
        self.state = self.rate * self.state + x * table.0[0];
    }

    fn value(&self) -> f64 {
        self.state
    }
}

#[differentiable]
fn filtered(rate: f64, xs: &[f64], #[constant] table: &Table) -> f64 {
    let mut filters: Vec<Box<dyn Filter>> = vec![Box::new(Decay { state: 0.0, rate })];
    for &x in xs {
        filters[0].step(x, table);
    }
    filters[0].value()
}

fn main() {}
