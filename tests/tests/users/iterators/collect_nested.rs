use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn outer(a: &[f64], b: &[f64]) -> Vec<Vec<f64>> {
    a.iter()
        .map(|x| b.iter().map(|y| x * y + 1.0).collect())
        .collect()
}

#[differentiable]
fn f(a: &[f64], b: &[f64]) -> f64 {
    let m = outer(a, b);
    let col_sums: Vec<f64> = (0..b.len())
        .map(|j| m.iter().map(|row| row[j]).sum())
        .collect();
    let logs = col_sums.iter().map(|s| s.ln()).collect::<Vec<_>>();
    logs.iter().product::<f64>() + m[0][0]
}

#[test]
fn gradient_is_right() {
    let (a, b) = ([0.4, 1.1], [0.3, 0.9, 2.0]);
    let (da, db) = f::gradient(&a, &b);
    assert_grad(|v| f(v, &b), &a, &da);
    assert_grad(|v| f(&a, v), &b, &db);
}
