use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Row {
    weights: Vec<f64>,
}

#[differentiable]
fn rows<const N: usize>(x: &[f64]) -> [Row; N] {
    std::array::from_fn(|i| Row {
        weights: x[i..].to_vec(),
    })
}

fn main() {
    println!("{}", rows::<2>(&[1.0, 2.0])[0].weights[1]);
}
