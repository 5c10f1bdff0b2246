use pullback::differentiable;

fn foo(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn twice(x: f64) -> f64 {
    2.0 * foo(x)
}

fn main() {}
