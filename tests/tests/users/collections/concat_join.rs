use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(a: &[f64], b: &[f64]) -> f64 {
    let both = [a, b].concat();
    let nested = vec![both.clone(), b.to_vec(), vec![a[0] * b[0]]];
    let flat: Vec<f64> = nested.into_iter().flatten().collect();
    let lens = flat.len() as f64;
    flat.iter().map(|x| x.powi(2)).sum::<f64>() / lens + both[1] * both[2]
}

#[test]
fn gradient_is_right() {
    let (a, b) = ([0.3, 1.0], [0.8, 0.5]);
    let (da, db) = f::gradient(&a, &b);
    assert_grad(|v| f(v, &b), &a, &da);
    assert_grad(|v| f(&a, v), &b, &db);
}
