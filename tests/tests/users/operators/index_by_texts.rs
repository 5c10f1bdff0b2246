use crate::check;
use pullback::{Differentiable, differentiable};
use std::ops::{Index, IndexMut};

#[derive(Clone, Debug, Differentiable)]
struct Parameters {
    names: Vec<String>,
    values: Vec<f64>,
}

#[differentiable]
impl Index<&str> for Parameters {
    type Output = f64;
    fn index(&self, name: &str) -> &f64 {
        let i = self
            .names
            .iter()
            .position(|n| n == name)
            .expect("no such parameter");
        &self.values[i]
    }
}

#[differentiable]
impl IndexMut<&str> for Parameters {
    fn index_mut(&mut self, name: &str) -> &mut f64 {
        let i = self
            .names
            .iter()
            .position(|n| n == name)
            .expect("no such parameter");
        &mut self.values[i]
    }
}

#[differentiable]
fn frequency(x: &[f64]) -> f64 {
    let names = vec!["stiffness".to_string(), "mass".into()];
    let mut p = Parameters {
        names,
        values: x.to_vec(),
    };
    p["stiffness"] *= 3.0;
    let mut squares = 0.0;
    for name in ["stiffness", "mass"] {
        squares += p[name] * p[name];
    }
    (p["stiffness"] / p["mass"]).sqrt() * squares
}

#[test]
fn gradients_are_right() {
    check(
        frequency,
        |x| frequency::gradient(x),
        &[&[1.0, 2.0], &[4.0, 0.5]],
    );
}
