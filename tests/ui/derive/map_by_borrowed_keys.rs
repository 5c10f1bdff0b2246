use pullback::Differentiable;
use std::collections::{BTreeMap, HashMap};

#[derive(Differentiable)]
struct Params<'a> {
    weights: HashMap<&'a str, f64>,
    rows: Vec<BTreeMap<(usize, &'a str), Vec<f64>>>,
    named: HashMap<&'static str, f64>,
    positions: HashMap<&'a str, usize>,
    bias: f64,
}

fn main() {}
