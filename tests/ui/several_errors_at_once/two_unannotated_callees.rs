use pullback::differentiable;

fn foo(x: f64) -> f64 {
    x * x
}

fn bar(x: f64) -> f64 {
    x + x
}

#[differentiable]
fn both(x: f64) -> f64 {
    foo(x) * bar(x)
}

fn main() {}
