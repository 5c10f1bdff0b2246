use pullback::differentiable;

#[differentiable]
fn squares(x: &[f64]) -> f64 {
    let squares: Vec<f64> = x.iter().map(|x| x * x).collect();
    squares[0]
}

fn main() {}
