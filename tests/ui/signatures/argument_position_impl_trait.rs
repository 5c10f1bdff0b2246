use pullback::differentiable;

#[differentiable]
fn grown<'a>(x: impl IntoIterator<Item = &'a mut f64>) -> f64 {
    x.into_iter().map(|x| *x).sum()
}

fn main() {}
