use pullback::differentiable;

#[differentiable]
fn total(rows: &[&[f64]]) -> f64 {
    rows[0][0]
}

fn main() {}
