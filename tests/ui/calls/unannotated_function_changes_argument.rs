use pullback::differentiable;

fn foo(x: &mut [f64]) {
    x[0] *= 2.0;
}

#[differentiable]
fn twice(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    foo(&mut y);
    y[0]
}

fn main() {}
