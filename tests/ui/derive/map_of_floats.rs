use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[derive(Differentiable)]
struct Params {
    weights: BTreeMap<String, f64>,
    rows: Vec<HashMap<u32, Vec<f64>>>,
    positions: HashMap<String, usize>,
    bias: f64,
}

#[differentiable]
impl Params {
    fn predict(&self, x: f64) -> f64 {
        let curve = self.weights.get("curve").copied().unwrap_or(0.0);
        self.weights["slope"] * x + curve * x * x + self.bias
    }
}

fn main() {
    let weights = BTreeMap::new();
    let params = Params { weights, rows: Vec::new(), positions: HashMap::new(), bias: 1.0 };
    let _ = params.predict_gradient(1.0);
}
