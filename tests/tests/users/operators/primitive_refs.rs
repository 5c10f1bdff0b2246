use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(a: &f64, b: &f64, xs: &[f64]) -> f64 {
    let s = a + b;
    let t = a * 2.0 - *b / s;
    let mut u = &s - &t;
    u += *a;
    u -= b;
    for x in xs {
        u += x;
        u *= *x;
    }
    -u % 3.0 + (*a).powf(*b)
}

#[test]
fn gradient_is_right() {
    let x = [0.9, 1.2];
    let (a, b, dx) = f::gradient(&0.8, &1.3, &x);
    assert_grad(|v| f(&v[0], &v[1], &x), &[0.8, 1.3], &[a, b]);
    assert_grad(|x| f(&0.8, &1.3, x), &x, &dx);
}
