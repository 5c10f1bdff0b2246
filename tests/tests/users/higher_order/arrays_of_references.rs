use crate::check;
use pullback::differentiable;

#[differentiable]
fn sum_over(fs: &[&dyn Fn(f64) -> f64], x: f64) -> f64 {
    fs.iter().map(|f| f(x)).sum()
}

#[differentiable]
fn one_after_the_other(fs: &[&dyn Fn(f64) -> f64], x: f64) -> f64 {
    fs.iter().fold(x, |v, f| f(v))
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn untyped_but_one(x: f64, k: f64) -> f64 {
    sum_over(&[&|v: f64| v * k, &|v| v / (1.0 + k * k)], x)
}

#[differentiable]
fn closures_and_names(x: f64, k: f64) -> f64 {
    let a = |v: f64| v * k;
    let b = |v: f64| v.powi(3);
    sum_over(&[&a, &b, &|v| v / (1.0 + k * k), &square, &f64::sin], x)
        + one_after_the_other(&[&a, &a, &b], x)
}

#[differentiable]
fn in_variables(x: f64, k: f64) -> f64 {
    let a = move |v: f64| v * k;
    let fs = [&a as &dyn Fn(f64) -> f64, &square];
    let gs: Vec<&dyn Fn(f64) -> f64> = vec![&a, &f64::cos];
    sum_over(&fs, x) * one_after_the_other(&gs, x)
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [&[0.7, 1.3], &[-0.2, 0.4]];
    let list = |(a, b)| vec![a, b];
    check(
        |p| untyped_but_one(p[0], p[1]),
        |p| list(untyped_but_one::gradient(p[0], p[1])),
        &points,
    );
    check(
        |p| closures_and_names(p[0], p[1]),
        |p| list(closures_and_names::gradient(p[0], p[1])),
        &points,
    );
    check(
        |p| in_variables(p[0], p[1]),
        |p| list(in_variables::gradient(p[0], p[1])),
        &points,
    );
}
