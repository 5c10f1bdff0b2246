use crate::assert_grad;
use pullback::differentiable;
use std::collections::HashMap;

/// What is looked up with a value for nothing is a reference.
#[differentiable]
fn total(#[constant] rates: &HashMap<String, f64>, x: &[f64]) -> f64 {
    let known = rates["tea"] * x[0] + rates.get("rice").unwrap_or(&0.0) * x[1];
    let missing = rates.get("salt").copied().unwrap_or(2.0) * x[2];
    let both = x[0] * x[1] * rates.get("salt").unwrap_or(&0.5);
    let mut by_entry = 0.0;
    for (name, rate) in rates {
        by_entry += rate * x[name.len() - 3];
    }
    known + missing + both + by_entry * rates.values().sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let rates = HashMap::from([("tea".to_string(), 2.0), ("rice".to_string(), 3.0)]);
    let x = [0.6, 1.4, 0.7];
    for _ in 0..2 {
        assert_grad(|x| total(&rates, x), &x, &total::gradient(&rates, &x));
    }
}
