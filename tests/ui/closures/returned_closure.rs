use pullback::differentiable;

#[differentiable]
fn line(x: f64) -> Box<dyn Fn(f64) -> f64> {
    Box::new(move |y| y * x)
}

fn main() {}
