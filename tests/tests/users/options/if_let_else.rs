use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64], bonus: Option<f64>) -> f64 {
    let mut s = 0.0;
    if let Some(first) = x.first() {
        s += first * first;
    }
    if let Some(b) = bonus {
        s *= b;
    } else {
        s += 1.0;
    }
    if let (Some(a), Some(b)) = (x.get(1), x.get(2)) {
        s += a * b;
    }
    s
}

#[differentiable]
fn g(x: &[f64], b: f64) -> f64 {
    f(x, Some(b)) * f(x, None)
}

#[test]
fn gradient_is_right() {
    for x in [&[0.4, 1.2, 2.5][..], &[0.7]] {
        let (dx, db) = g::gradient(x, 0.6);
        assert_grad(|x| g(x, 0.6), x, &dx);
        assert_grad(|b| g(x, b[0]), &[0.6], &[db]);
    }
}
