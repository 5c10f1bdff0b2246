use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Table {
    #[constant]
    at: Vec<f64>,
    #[constant]
    range: [f64; 2],
    values: Vec<f64>,
}

#[differentiable]
fn table(at: &[f64], values: &[f64]) -> Table {
    Table {
        at: at.to_vec(),
        range: [at[0], at[1]],
        values: values.to_vec(),
    }
}

fn main() {}
