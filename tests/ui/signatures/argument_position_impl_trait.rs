use pullback::differentiable;

#[differentiable]
fn total(x: impl IntoIterator<Item = f64>) -> f64 {
    x.into_iter().sum()
}

fn main() {}
