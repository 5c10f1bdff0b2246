use pullback::{Differentiable, differentiable};
use std::ops::{Deref, DerefMut};

#[derive(Clone, Default, Differentiable)]
struct Squares {
    values: Vec<f64>,
}

#[differentiable]
impl Deref for Squares {
    type Target = Vec<f64>;

    fn deref(&self) -> &Vec<f64> {
        &self.values
    }
}

#[differentiable]
impl DerefMut for Squares {
    fn deref_mut(&mut self) -> &mut Vec<f64> {
        &mut self.values
    }
}

impl Extend<f64> for Squares {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, items: I) {
        for x in items {
            self.values.push(x * x);
        }
    }
}

#[differentiable]
fn squares(x: &[f64]) -> f64 {
    let mut all = vec![Squares::default(); 2];
    for each in all.iter_mut() {
        each.extend(x.iter().map(|v| 2.0 * v));
    }
    all[0].values[0]
}

fn main() {
    squares::gradient(&[1.0]);
}
