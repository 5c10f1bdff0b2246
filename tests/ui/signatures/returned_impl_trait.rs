use pullback::differentiable;

#[differentiable]
fn halves(x: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(x), |v| Some(v * 0.5))
}

fn main() {}
