use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn pick(row: &[f64], i: usize) -> &f64 {
    &row[i]
}

#[derive(Differentiable)]
struct Table {
    cells: Vec<f64>,
}

#[differentiable]
impl Table {
    fn newest(&self) -> &f64 {
        &self.cells[self.cells.len() - 1]
    }
}

#[differentiable]
fn mixed(x: &[f64]) -> f64 {
    let table = Table {
        cells: x.iter().map(|v| v * v).collect(),
    };
    let mut sum = x[0] + pick(x, 1);
    sum -= pick(x, 2);
    sum *= table.newest();
    if sum > *pick(x, 0) {
        sum / pick(&table.cells, 1) + pick(x, 0).sin()
    } else {
        pick(x, 1) - sum * x[2] + x[0].powf(*pick(x, 1))
    }
}

#[test]
fn references_to_floats_are_operands() {
    check(
        mixed,
        |x| mixed::gradient(x),
        &[&[1.0, 2.0, 0.5], &[3.0, 2.0, 0.5]],
    );
}
