use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn sum_over(f: &dyn Fn(f64) -> f64, xs: &[f64]) -> f64 {
    let mut s = 0.0;
    for x in xs {
        s += f(*x);
    }
    s
}

#[differentiable]
fn f(a: f64, xs: &[f64]) -> f64 {
    sum_over(&|x| a * x * x, xs) + sum_over(&|x: f64| (a + x).cos(), xs)
}

#[test]
fn gradient_is_right() {
    let x = [0.5, -0.7, 1.2];
    let (da, dx) = f::gradient(0.9, &x);
    assert_grad(|a| f(a[0], &x), &[0.9], &[da]);
    assert_grad(|x| f(0.9, x), &x, &dx);
}
