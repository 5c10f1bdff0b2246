use pullback::differentiable;

#[differentiable]
fn read(parameters: &mut impl Iterator<Item = f64>, n: usize) -> Vec<f64> {
    (0..n).map(|_| parameters.next().unwrap()).collect()
}

#[differentiable]
fn layer(parameters: &mut std::slice::Iter<'_, f64>, x: f64) -> f64 {
    parameters.next().unwrap() * x
}

fn main() {}
