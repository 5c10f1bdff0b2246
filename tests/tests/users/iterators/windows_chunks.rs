use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn roughness(x: &[f64]) -> f64 {
    x.windows(3)
        .map(|w| (w[0] - 2.0 * w[1] + w[2]).powi(2))
        .sum()
}

#[differentiable]
fn block_means(x: &[f64], size: usize) -> f64 {
    x.chunks(size)
        .map(|c| c.iter().sum::<f64>() / c.len() as f64)
        .map(|m| m * m)
        .sum()
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut area = 0.0;
    for p in x.chunks_exact(2) {
        area += p[0] * p[1];
    }
    roughness(x) + block_means(x, 3) + area
}

#[test]
fn gradient_is_right() {
    let x = [0.7, -0.3, 1.5, -2.0, 0.2, 0.9, 1.3];
    assert_grad(f, &x, &f::gradient(&x));
}
