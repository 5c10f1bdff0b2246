use pullback::differentiable;

#[differentiable]
fn stop_gradient(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn f(x: f64) -> f64 {
    stop_gradient(2.0 * x) * x
}

fn main() {}
