use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(k: f64, xs: &[f64]) -> f64 {
    let table: Vec<f64> = xs.iter().map(|x| x * k).collect();
    let lookup = move |i: usize| table[i % table.len()];
    let mut total = 0.0;
    for i in 0..5 {
        total += lookup(i) * lookup(i + 1);
    }
    total
}

#[test]
fn gradient_is_right() {
    let x = [1.0, 0.5, -2.0];
    let (dk, dx) = f::gradient(1.5, &x);
    assert_grad(|k| f(k[0], &x), &[1.5], &[dk]);
    assert_grad(|x| f(1.5, x), &x, &dx);
}
