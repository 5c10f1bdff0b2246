use pullback::differentiable;

#[differentiable]
fn squares(x: f64) -> impl Iterator<Item = f64> {
    [x, x * x].into_iter()
}

fn main() {}
