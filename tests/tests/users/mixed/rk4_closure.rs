use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn rk4_step<F: Fn(f64, f64) -> f64>(f: F, t: f64, y: f64, h: f64) -> f64 {
    let k1 = f(t, y);
    let k2 = f(t + 0.5 * h, y + 0.5 * h * k1);
    let k3 = f(t + 0.5 * h, y + 0.5 * h * k2);
    let k4 = f(t + h, y + h * k3);
    y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
}

#[differentiable]
fn logistic_end(rate: f64, cap: f64, y0: f64, n: usize) -> f64 {
    let f = |t: f64, y: f64| rate * y * (1.0 - y / cap) + 0.1 * t.sin();
    let h = 1.0 / n as f64;
    let mut y = y0;
    for i in 0..n {
        y = rk4_step(&f, i as f64 * h, y, h);
    }
    y
}

#[test]
fn gradient_is_right() {
    let (a, b, c) = logistic_end::gradient(1.3, 2.0, 0.4, 12);
    assert_grad(
        |v| logistic_end(v[0], v[1], v[2], 12),
        &[1.3, 2.0, 0.4],
        &[a, b, c],
    );
}
