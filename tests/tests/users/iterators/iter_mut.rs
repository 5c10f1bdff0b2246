use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    for y in v.iter_mut() {
        *y = (*y * k).exp();
    }
    let total: f64 = v.iter().sum();
    v.iter_mut().for_each(|y| *y /= total);
    for (i, y) in v.iter_mut().enumerate().skip(1) {
        *y *= i as f64 + 0.5;
    }
    v.into_iter().map(|p| p * p).sum()
}

#[test]
fn gradient_is_right() {
    let x = [0.1, 0.9, -0.4, 0.5];
    let (dx, dk) = f::gradient(&x, 1.2);
    assert_grad(|x| f(x, 1.2), &x, &dx);
    assert_grad(|k| f(&x, k[0]), &[1.2], &[dk]);
}
