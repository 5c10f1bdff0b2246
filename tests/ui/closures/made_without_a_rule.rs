use pullback::differentiable;

fn scaler(k: f64) -> impl Fn(f64) -> f64 {
    move |x| k * x
}

#[differentiable]
fn total(f: &dyn Fn(f64) -> f64, x: &[f64]) -> f64 {
    x.iter().map(|&v| f(v)).sum()
}

#[differentiable]
fn doubled(x: &[f64]) -> f64 {
    let twice = scaler(2.0);
    total(&twice, x)
}

fn main() {}
