use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64], cap: Option<f64>) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        if let Some(prev) = i.checked_sub(1)
            && let Some(&p) = x.get(prev)
            && p < x[i]
        {
            s += p * x[i];
        } else if let Some(c) = cap
            && s > c
        {
            s = c + (s - c).ln_1p();
        } else {
            s += x[i];
        }
    }
    s
}

#[differentiable]
fn g(x: &[f64], c: f64) -> f64 {
    f(x, Some(c)) + f(x, None)
}

#[test]
fn gradient_is_right() {
    let x = [0.4, 1.2, 2.5, 0.7, 0.3];
    let (dx, dc) = g::gradient(&x, 1.0);
    assert_grad(|x| g(x, 1.0), &x, &dx);
    assert_grad(|c| g(&x, c[0]), &[1.0], &[dc]);
}
