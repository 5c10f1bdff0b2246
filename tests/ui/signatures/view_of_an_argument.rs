use pullback::differentiable;

#[differentiable]
fn norm(x: impl AsRef<[f64]>) -> f64 {
    x.as_ref().iter().map(|v| v * v).sum::<f64>().sqrt()
}

#[differentiable]
fn mean<V>(x: &V) -> f64
where
    V: std::borrow::Borrow<[f64]>,
{
    x.borrow().iter().sum::<f64>() / x.borrow().len() as f64
}

fn main() {}
