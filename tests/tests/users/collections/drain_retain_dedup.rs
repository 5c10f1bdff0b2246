use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.retain(|a| *a > 0.0);
    let head: f64 = v.drain(..2).map(|a| a * a).sum();
    let mut w = vec![head];
    w.append(&mut v);
    let tail = w.split_off(1);
    w[0] * tail.iter().sum::<f64>() + tail.len() as f64 * x[1]
}

#[test]
fn gradient_is_right() {
    let x = [0.3, -1.0, 0.7, 0.8, -0.2, 1.5];
    assert_grad(f, &x, &f::gradient(&x));
}
