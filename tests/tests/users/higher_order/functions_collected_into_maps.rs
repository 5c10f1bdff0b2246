use crate::check;
use pullback::differentiable;
use std::collections::HashMap;
#[differentiable]
fn strategies(k: f64) -> Vec<(String, Box<dyn Fn(f64) -> f64>)> {
    vec![
        (
            "linear".to_string(),
            Box::new(move |x| k * x) as Box<dyn Fn(f64) -> f64>,
        ),
        ("square".to_string(), Box::new(move |x: f64| k * x * x)),
        ("log".to_string(), Box::new(|x: f64| (1.0 + x).ln())),
    ]
}
#[differentiable]
fn evaluate(names: &[&str], k: f64, x: f64) -> Result<f64, String> {
    let table: HashMap<String, Box<dyn Fn(f64) -> f64>> = strategies(k).into_iter().collect();
    let mut y = x;
    for n in names {
        let f = table.get(*n).ok_or_else(|| format!("no {n}"))?;
        y = f(y);
    }
    Ok(y)
}
#[differentiable]
fn g(k: f64, x: f64) -> f64 {
    evaluate(&["linear", "log", "square"], k, x).unwrap()
        + evaluate(&["nope"], k, x).unwrap_or(x * k)
}

#[test]
fn gradients_are_right() {
    let of = |x: &[f64]| g(x[0], x[1]);
    let gradient = |x: &[f64]| {
        let (k, x) = g::gradient(x[0], x[1]);
        vec![k, x]
    };
    check(of, gradient, &[&[2.0, 0.5], &[-0.4, -1.2]]);
}
