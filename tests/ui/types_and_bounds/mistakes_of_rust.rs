use pullback::differentiable;

// What rustc refuses in a function it says of the function, and of nothing that stands for its derivative.
#[differentiable]
fn integers_beside_floats(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * i;
    }
    2 * x[0] + s
}

#[differentiable]
fn integers_given_to_methods_of_floats(x: f64) -> f64 {
    x.max(0) + x.powf(2)
}

#[differentiable]
fn changed_and_not_declared_so(x: f64) -> f64 {
    let y = x;
    if x > 1.0 {
        y *= 2.0;
    }
    y
}

#[differentiable]
fn scale(v: &mut [f64]) {
    v[0] *= 2.0;
}

#[differentiable]
fn lent_and_not_declared_so(x: f64) -> f64 {
    let v = [x, 1.0];
    scale(&mut v);
    v[0]
}

#[differentiable]
fn no_value_at_the_end(x: f64) -> f64 {
    x.sqrt() * 2.0;
}

#[differentiable]
fn no_value_on_one_way(x: f64) -> f64 {
    if x > 0.0 { x }
}

#[differentiable]
fn a_method_that_is_not_called(x: f64) -> f64 {
    x.sin
}

#[differentiable]
fn left_out(x: f64, n: u32) -> f64 {
    match n {
        0 => x,
        1 => 2.0 * x,
    }
}

#[differentiable]
fn lengths_beside_floats(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len()
}

#[differentiable]
fn assigned_to_where_it_is_lent_to_be_read(x: &[f64]) -> f64 {
    x[0] = 2.0;
    x[0] * x[1]
}

fn main() {}
