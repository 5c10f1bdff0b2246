use crate::assert_grad;
use pullback::differentiable;
use std::collections::HashMap;

#[differentiable]
trait Scales {
    fn scaled(&self, x: f64) -> f64;
}

#[differentiable]
impl Scales for String {
    fn scaled(&self, x: f64) -> f64 {
        x * x * self.len() as f64
    }
}

/// Methods of what carries no derivative are given what does.
#[differentiable]
fn priced(
    #[constant] factor: Option<f64>,
    #[constant] table: &HashMap<&str, f64>,
    name: &String,
    x: f64,
) -> f64 {
    let scaled = factor.map(|c| x * c).unwrap_or(0.0);
    let known = factor.map_or(x, |c| c * x.sin());
    let looked_up = table.get("rate").copied().unwrap_or(x);
    let summed: f64 = table.values().map(|v| v * x * x).sum();
    scaled * known + factor.unwrap_or(x.powi(3)) * looked_up + summed + name.scaled(x)
}

#[test]
fn gradient_is_right() {
    let name = "gold".to_string();
    for factor in [None, Some(1.7)] {
        for key in ["rate", "other"] {
            let table = HashMap::from([(key, 0.3)]);
            let g = priced::gradient(factor, &table, &name, 0.6);
            assert_grad(|x| priced(factor, &table, &name, x[0]), &[0.6], &[g]);
        }
    }
}
