use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(a: &[f64], b: &[f64], c: &[f64]) -> f64 {
    let weighted: f64 = a
        .iter()
        .zip(b)
        .zip(c)
        .map(|((a, b), c)| a * b - c)
        .map(f64::abs)
        .sum();
    let tail = a
        .iter()
        .rev()
        .zip(b.iter().skip(1))
        .last()
        .map_or(0.0, |(x, y)| x * y);
    let every: Vec<_> = c
        .iter()
        .enumerate()
        .filter(|(i, _)| i % 2 == 0)
        .map(|(_, v)| *v)
        .collect();
    weighted + tail * every.iter().copied().product::<f64>()
}

#[test]
fn gradient_is_right() {
    let (a, b, c) = ([0.5, -1.2, 0.8], [1.0, 0.3, 2.0], [0.4, 0.9, -0.7]);
    let (da, db, dc) = f::gradient(&a, &b, &c);
    assert_grad(|v| f(v, &b, &c), &a, &da);
    assert_grad(|v| f(&a, v, &c), &b, &db);
    assert_grad(|v| f(&a, &b, v), &c, &dc);
}
