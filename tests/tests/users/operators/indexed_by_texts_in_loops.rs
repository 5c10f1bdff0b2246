//! A type that is indexed by names, which come one after the other.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::ops::Index;

#[derive(Clone, Differentiable)]
struct Parameters {
    names: Vec<String>,
    values: Vec<f64>,
}

#[differentiable]
impl Index<&str> for Parameters {
    type Output = f64;

    fn index(&self, name: &str) -> &f64 {
        let at = self.names.iter().position(|n| n == name).unwrap();
        &self.values[at]
    }
}

#[differentiable]
fn penalty(p: &Parameters, names: &[&str]) -> f64 {
    let mut total = 0.0;
    for &name in names {
        total += p[name] * p[name];
    }
    total + p["b"]
}

#[test]
fn gradients() {
    let with = |values: &[f64]| Parameters {
        names: vec!["a".into(), "b".into(), "c".into()],
        values: values.to_vec(),
    };
    check(
        |p| penalty(&with(p), &["a", "c"]),
        |p| penalty::gradient(&with(p), &["a", "c"]).values,
        &[&[0.7, 1.4, -0.3]],
    );
}
