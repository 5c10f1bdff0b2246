use crate::assert_grad;
use pullback::{Real, differentiable};

#[differentiable]
fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    let mut s = a[0] * b[0];
    for i in 1..a.len() {
        s += a[i] * b[i];
    }
    s
}

#[differentiable]
fn cosine(a: &[f64], b: &[f64]) -> f64 {
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

#[test]
fn gradient_is_right() {
    let (a, b) = ([0.3, -1.7, 0.8], [1.0, 0.4, -0.6]);
    let (da, db) = cosine::gradient(&a, &b);
    assert_grad(|v| cosine(v, &b), &a, &da);
    assert_grad(|v| cosine(&a, v), &b, &db);
    let (da, _) = dot::gradient::<f64>(&a, &b);
    assert_grad(|v| dot(v, &b), &a, &da);
}
