use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, n: usize) -> f64 {
    let mut history = Vec::new();
    let mut record = |v: f64| history.push(v);
    let mut v = x;
    for _ in 0..n {
        record(v);
        v = v.sin() + 0.5 * v;
    }
    record(v);
    history
        .iter()
        .enumerate()
        .map(|(i, h)| h * (i as f64 + 1.0))
        .sum()
}

#[test]
fn gradient_is_right() {
    assert_grad(|x| f(x[0], 4), &[0.8], &[f::gradient(0.8, 4)]);
}
