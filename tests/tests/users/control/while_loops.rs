use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, eps: f64) -> f64 {
    let mut term: f64 = 1.0;
    let mut sum = 0.0;
    let mut n = 0u32;
    while term.abs() > eps && n < 50 {
        sum += term;
        n += 1;
        term *= x / n as f64;
    }
    sum
}

#[test]
fn gradient_is_right() {
    let (dx, de) = f::gradient(1.3, 1e-12);
    assert_grad(|x| f(x[0], 1e-12), &[1.3], &[dx]);
    assert_eq!(de, 0.0);
}
