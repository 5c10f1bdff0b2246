use pullback::differentiable;

#[differentiable]
fn total(rows: Vec<&[f64]>) -> f64 {
    rows[0][0]
}

#[differentiable]
fn first(rows: &mut [&[f64]]) -> f64 {
    rows[0][0]
}

#[differentiable]
fn second(x: &&[f64]) -> f64 {
    x[1]
}

fn main() {}
