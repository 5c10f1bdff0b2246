use pullback::differentiable;

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}

#[differentiable]
fn bump(x: &mut f64) {
    *x += 1.0;
}

#[differentiable]
fn unknown_method(x: f64) -> f64 {
    let y = x.sine();
    y * x
}

#[differentiable]
fn missing_reference(x: f64) -> f64 {
    let v = vec![x, 2.0 * x];
    norm(v)
}

#[differentiable]
fn missing_unique_reference(x: f64) -> f64 {
    let mut y = x;
    bump(y);
    y
}

#[differentiable]
fn moved(x: &[f64]) -> f64 {
    let v = x.to_vec();
    let w = v;
    v[0] + w[1]
}

#[differentiable]
fn indexed_by_another_integer(x: &[f64], n: i32) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += x[i] * 2.0;
    }
    s
}

#[differentiable]
fn branches_of_two_types(x: f64) -> f64 {
    let y = if x > 0.0 { x } else { 1 };
    y * x
}

#[differentiable]
fn number_as_condition(x: f64) -> f64 {
    if x { x } else { -x }
}

#[differentiable]
fn pushed_without_mut(x: &[f64]) -> f64 {
    let v = Vec::new();
    for a in x {
        v.push(a * 2.0);
    }
    v[0]
}

#[differentiable]
fn unknown_method_of_items(x: &[f64]) -> f64 {
    x.iter().map(|v| v.squared()).sum()
}

fn main() {}
