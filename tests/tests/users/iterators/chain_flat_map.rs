use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(a: &[f64], b: &[f64], c: f64) -> f64 {
    let all: Vec<f64> = a
        .iter()
        .chain(b.iter())
        .copied()
        .chain(std::iter::once(c))
        .collect();
    let pairs: f64 = a
        .iter()
        .flat_map(|x| b.iter().map(move |y| x * y.sin()))
        .sum();
    pairs + all.iter().map(|v| v.powi(2)).sum::<f64>().sqrt()
}

#[test]
fn gradient_is_right() {
    let (a, b) = ([0.4, 1.1], [0.3, -0.9, 2.0]);
    let (da, db, dc) = f::gradient(&a, &b, 0.8);
    assert_grad(|v| f(v, &b, 0.8), &a, &da);
    assert_grad(|v| f(&a, v, 0.8), &b, &db);
    assert_grad(|v| f(&a, &b, v[0]), &[0.8], &[dc]);
}
