//! Methods of objects in boxes that are looked through by hand: `(**model).at(x)`.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::rc::Rc;

#[differentiable]
trait Model {
    fn at(&self, x: f64) -> f64;
    fn step(&mut self, x: f64) -> f64;
}

#[derive(Clone, Differentiable)]
struct Line {
    slope: f64,
}

#[derive(Clone, Differentiable)]
struct Sum {
    total: f64,
}

#[differentiable]
impl Model for Line {
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
    fn step(&mut self, x: f64) -> f64 {
        self.slope *= x;
        self.slope
    }
}

#[differentiable]
impl Model for Sum {
    fn at(&self, x: f64) -> f64 {
        self.total + x * x
    }
    fn step(&mut self, x: f64) -> f64 {
        self.total += x;
        self.total * x
    }
}

#[differentiable]
impl Line {
    fn twice(&self, x: f64) -> f64 {
        2.0 * self.slope * x
    }
}

#[differentiable]
fn asked(x: &[f64]) -> f64 {
    let models: Vec<Box<dyn Model>> = vec![
        Box::new(Line { slope: x[0] }),
        Box::new(Sum { total: x[1] }),
    ];
    let shared: Rc<dyn Model> = Rc::new(Line { slope: x[1] });
    let models_again = [&models[1], &models[0]];
    let mut total = (*shared).at(x[0]);
    for model in models.iter() {
        total += (**model).at(x[2]);
    }
    total * models_again.iter().map(|m| m.at(x[1])).sum::<f64>()
}

#[differentiable]
fn changed(x: &[f64]) -> f64 {
    let mut models: Vec<Box<dyn Model>> = vec![
        Box::new(Line { slope: x[0] }),
        Box::new(Sum { total: x[1] }),
    ];
    let mut y = x[2];
    for model in models.iter_mut() {
        y = (**model).step(y);
    }
    for model in &mut models {
        y += (*model).step(y);
    }
    y
}

/// What is behind the references is no object.
#[differentiable]
fn of_values(x: &[f64]) -> f64 {
    let lines = vec![
        Box::new(Line { slope: x[0] }),
        Box::new(Line { slope: x[1] }),
    ];
    let rows = vec![vec![x[0], x[1]], vec![x[2]]];
    let sums = rows
        .iter()
        .map(|row| (**row).iter().sum::<f64>() * (*row).len() as f64);
    lines.iter().map(|line| (**line).twice(x[2])).sum::<f64>() * sums.sum::<f64>()
}

#[test]
fn boxes_are_looked_through() {
    let points: &[&[f64]] = &[&[0.4, 0.7, 1.3], &[1.4, 0.7, 0.3]];
    check(asked, asked::gradient, points);
    check(changed, changed::gradient, points);
    check(of_values, of_values::gradient, points);
}
