use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn integrate<F: Fn(f64) -> f64>(f: F, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let mut s = 0.5 * (f(a) + f(b));
    for i in 1..n {
        s += f(a + i as f64 * h);
    }
    s * h
}

#[differentiable]
fn area(k: f64, upper: f64) -> f64 {
    integrate(|x| (k * x).sin() / (1.0 + x), 0.0, upper, 16)
}

#[test]
fn gradient_is_right() {
    let (a, b) = area::gradient(1.4, 2.0);
    assert_grad(|v| area(v[0], v[1]), &[1.4, 2.0], &[a, b]);
}
