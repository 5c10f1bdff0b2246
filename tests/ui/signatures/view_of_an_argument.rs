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

// Nothing more is said of what calls them.
#[differentiable]
fn norms(x: &[f64]) -> f64 {
    let mut sum = norm(x) * norm([x[0], 2.0]);
    for i in 0..x.len() {
        sum += norm(vec![x[i]]) + mean(&[sum, x[i]]);
    }
    sum + x.iter().map(|v| norm([*v])).sum::<f64>()
}

fn main() {}
