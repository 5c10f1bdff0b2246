use crate::check;
use pullback::differentiable;
use std::collections::{BTreeMap, HashMap};

#[differentiable]
fn relu(x: f64) -> f64 {
    x.max(0.0)
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn dispatched(names: &[&str], x: f64) -> f64 {
    let mut table: HashMap<&str, fn(f64) -> f64> = HashMap::new();
    table.insert("relu", relu);
    table.insert("square", square);
    table.insert("tanh", f64::tanh);
    let stages = names.iter().filter_map(|name| table.get(name));
    stages.fold(x, |acc, f| f(acc) + 0.5)
}

#[differentiable]
fn listed(name: &str, x: f64) -> f64 {
    let table: HashMap<&str, fn(f64) -> f64> =
        HashMap::from([("relu", relu as fn(f64) -> f64), ("square", square)]);
    match table.get(name) {
        Some(f) => f(x) + table["square"](x),
        None => x,
    }
}

#[differentiable]
fn collected(name: &str, x: f64) -> f64 {
    let table: HashMap<&str, fn(f64) -> f64> =
        [("relu", relu as fn(f64) -> f64), ("square", square)]
            .into_iter()
            .collect();
    table.get(name).map(|f| f(x)).unwrap_or(x)
}

#[differentiable]
fn untyped(name: &str, x: f64) -> f64 {
    let table = HashMap::from([
        ("relu", relu as fn(f64) -> f64),
        ("cube", |v| v * v * v),
        ("sin", f64::sin),
    ]);
    let f = table.get(name).copied().unwrap_or(square);
    f(x) + table["sin"](x)
}

#[differentiable]
fn boxed(name: &str, x: f64, k: f64) -> f64 {
    let mut table: BTreeMap<String, Box<dyn Fn(f64) -> f64>> = BTreeMap::new();
    for i in 1..4 {
        table.insert(format!("pow{i}"), Box::new(move |v: f64| v.powi(i) * k));
    }
    table.insert("line".into(), Box::new(move |v| v * k + 1.0));
    table.insert("square".to_string(), Box::new(square));
    let all: f64 = table.iter().map(|(name, f)| name.len() as f64 * f(x)).sum();
    let Some(f) = table.get(name) else { return all };
    f(x * x) + all
}

#[differentiable]
fn in_place(i: usize, x: f64) -> f64 {
    let table: Vec<fn(f64) -> f64> = vec![relu, f64::sin];
    let f = table.get(i).copied().unwrap_or(square);
    let g = if i > 0 { table[i - 1] } else { f64::cos };
    f(x) + 2.0 * g(x)
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [&[0.7, 2.0], &[-0.4, 0.3]];
    let first = |g: f64| vec![g, 0.0];
    let names = ["square", "tanh", "relu", "nope"];
    check(
        |x| dispatched(&names, x[0]),
        |x| first(dispatched::gradient(&names, x[0])),
        &points,
    );
    for name in ["relu", "square", "line", "pow3"] {
        check(
            |x| listed(name, x[0]),
            |x| first(listed::gradient(name, x[0])),
            &points,
        );
        check(
            |x| collected(name, x[0]),
            |x| first(collected::gradient(name, x[0])),
            &points,
        );
        check(
            |x| untyped(name, x[0]),
            |x| first(untyped::gradient(name, x[0])),
            &points,
        );
        check(
            |x| boxed(name, x[0], x[1]),
            |x| <[f64; 2]>::from(boxed::gradient(name, x[0], x[1])).to_vec(),
            &points,
        );
    }
    for i in 0..3 {
        check(
            |x| in_place(i, x[0]),
            |x| first(in_place::gradient(i, x[0])),
            &points,
        );
    }
}
