use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let positive: f64 = x.iter().filter(|v| **v > 0.0).map(|v| v.sqrt()).sum();
    let logs: f64 = x
        .iter()
        .filter_map(|&v| if v < 0.0 { Some((-v).ln()) } else { None })
        .sum();
    let count = x.iter().filter(|&&v| v > 0.5).count();
    positive * logs + count as f64 * x[0]
}

#[test]
fn gradient_is_right() {
    let x = [0.7, -0.3, 1.5, -2.0, 0.2];
    assert_grad(f, &x, &f::gradient(&x));
}
