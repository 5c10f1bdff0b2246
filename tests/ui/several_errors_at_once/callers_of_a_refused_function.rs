use pullback::differentiable;

#[differentiable]
fn refused(x: f64) -> f64 {
    unsafe { x }
}

#[differentiable]
fn caller(x: f64) -> f64 {
    refused(x) * 2.0
}

fn user() {
    let _ = refused::gradient(1.0);
}

fn main() {}
