use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn simpson(a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let g = |x: f64| (x * x).exp() / (1.0 + x);
    let odd: f64 = (1..n).step_by(2).map(|i| g(a + i as f64 * h)).sum();
    let even: f64 = (2..n).step_by(2).map(|i| g(a + i as f64 * h)).sum();
    h / 3.0 * (g(a) + 4.0 * odd + 2.0 * even + g(b))
}

#[test]
fn gradient_is_right() {
    let (a, b) = simpson::gradient(0.1, 0.9, 8);
    assert_grad(|v| simpson(v[0], v[1], 8), &[0.1, 0.9], &[a, b]);
}
