use crate::check;
use pullback::differentiable;

type Loss = fn(f64, f64) -> f64;

#[differentiable]
fn squared(y: f64, p: f64) -> f64 {
    (y - p).powi(2)
}

#[differentiable]
fn absolute(y: f64, p: f64) -> f64 {
    (y - p).abs()
}

#[differentiable]
fn logistic(y: f64, p: f64) -> f64 {
    (1.0 + (-y * p).exp()).ln()
}

#[differentiable]
fn mean_loss(loss: Loss, ys: &[f64], ps: &[f64]) -> f64 {
    let pairs = ys.iter().zip(ps);
    pairs.map(|(&y, &p)| loss(y, p)).sum::<f64>() / ys.len() as f64
}

/// A function that is chosen, or nothing.
#[differentiable]
fn by_name(name: &str, ys: &[f64], ps: &[f64]) -> Option<f64> {
    let loss: Loss = match name {
        "squared" => squared,
        "absolute" => absolute,
        "logistic" => logistic,
        _ => return None,
    };
    Some(mean_loss(loss, ys, ps))
}

#[differentiable]
fn of_all(ps: &[f64]) -> f64 {
    let ys = [1.0, -1.0, 1.0];
    let names = ["squared", "absolute", "logistic", "hinge"];
    names.iter().filter_map(|name| by_name(name, &ys, ps)).sum()
}

#[differentiable]
fn find(name: &str) -> Option<Loss> {
    match name {
        "squared" => Some(squared),
        "absolute" => Some(absolute),
        _ => None,
    }
}

#[differentiable]
fn robust(yes: bool) -> Loss {
    if yes { absolute } else { squared }
}

/// In tables, in lists that grow, in variables that are assigned to.
#[differentiable]
fn mixed(p: &[f64]) -> f64 {
    let table: [(f64, Loss); 2] = [(0.5, squared), (p[1], logistic)];
    let mut all: Vec<Loss> = Vec::new();
    all.push(squared);
    all.push(absolute);
    let mut current: Loss = squared;
    let mut total = 0.0;
    for (i, loss) in all.iter().enumerate() {
        total += loss(p[i], 0.3) * current(p[0], p[1]);
        current = logistic;
    }
    for (weight, loss) in &table {
        total += weight * loss(p[0], p[1]);
    }
    for name in ["squared", "absolute", "hinge"] {
        if let Some(loss) = find(name) {
            total += loss(p[1], 3.0);
        }
    }
    let last = robust(p[0] > 0.0);
    total + last(p[0], 1.0)
}

#[test]
fn main_test() {
    check(of_all, of_all::gradient, &[&[0.5, 0.1, -1.0]]);
    check(mixed, mixed::gradient, &[&[0.5, 0.1], &[-0.4, 1.3]]);
}
