use crate::check;
use pullback::differentiable;

type Force = Box<dyn Fn(f64) -> f64>;
type Op = Box<dyn Fn(f64, f64) -> f64>;
type Map<T> = Box<dyn Fn(T) -> T>;

#[differentiable]
fn springs(k: f64) -> Vec<Force> {
    vec![
        Box::new(move |x| -k * x),
        Box::new(move |x| -0.1 * k * x * x * x),
    ]
}

#[differentiable]
fn pulled(k: f64, x: f64) -> f64 {
    springs(k).iter().map(|force| force(x)).sum()
}

#[differentiable]
fn with_others(k: f64, x: f64) -> f64 {
    let extra: Force = Box::new(move |y| y * k);
    let forces: Vec<Force> = vec![extra, Box::new(f64::sin), Box::new(move |x| x * x * k)];
    forces.iter().map(|force| force(x)).sum()
}

#[differentiable]
fn op(name: &str, k: f64) -> Op {
    match name {
        "add" => Box::new(move |a, b| a + k * b),
        "mul" => Box::new(move |a: f64, b: f64| a * b * k),
        _ => Box::new(|a, _| a),
    }
}

#[differentiable]
fn run(names: &[&str], k: f64, x: f64) -> f64 {
    let mut ops: Vec<Op> = Vec::new();
    for name in names {
        ops.push(op(name, k));
    }
    ops.push(Box::new(move |a, b| a - b * k));
    ops.iter().fold(x, |y, op| op(y, x))
}

#[differentiable]
fn chosen(k: f64, x: f64) -> f64 {
    let mut map: Map<f64> = Box::new(move |v| v * k);
    if x > 1.0 {
        map = Box::new(move |v| v.exp() + k);
    }
    map(x) + map(k)
}

#[test]
fn main_test() {
    let points: &[&[f64]] = &[&[0.5, 0.8], &[-1.2, 1.7]];
    let pair = |(a, b): (f64, f64)| vec![a, b];
    check(
        |v| pulled(v[0], v[1]),
        |v| pair(pulled::gradient(v[0], v[1])),
        points,
    );
    check(
        |v| with_others(v[0], v[1]),
        |v| pair(with_others::gradient(v[0], v[1])),
        points,
    );
    let names = ["add", "mul", "other", "add"];
    check(
        |v| run(&names, v[0], v[1]),
        |v| pair(run::gradient(&names, v[0], v[1])),
        points,
    );
    check(
        |v| chosen(v[0], v[1]),
        |v| pair(chosen::gradient(v[0], v[1])),
        points,
    );
}
