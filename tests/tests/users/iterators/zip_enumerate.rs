use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(a: &[f64], b: &[f64]) -> f64 {
    let dot: f64 = a.iter().zip(b.iter()).map(|(x, y)| x * y).sum();
    let mut s = dot;
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        s += i as f64 * (x - y).powi(2);
    }
    for ((x, y), k) in a.iter().zip(b.iter()).zip(1..) {
        s *= 1.0 + 0.01 * k as f64 * x * y;
    }
    s
}

#[test]
fn gradient_is_right() {
    let (a, b) = ([1.0, 0.4, -0.6], [0.2, 1.3, 0.9]);
    let (da, db) = f::gradient(&a, &b);
    assert_grad(|v| f(v, &b), &a, &da);
    assert_grad(|v| f(&a, v), &b, &db);
}
