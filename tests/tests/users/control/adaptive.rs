use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn adaptive_simpson(a: f64, b: f64, k: f64, depth: u32) -> f64 {
    let f = |x: f64| (k * x).exp() * x.cos();
    let m = 0.5 * (a + b);
    let simpson = |l: f64, r: f64| (r - l) / 6.0 * (f(l) + 4.0 * f(0.5 * (l + r)) + f(r));
    let whole = simpson(a, b);
    let halves = simpson(a, m) + simpson(m, b);
    if (whole - halves).abs() < 1e-5 || depth == 0 {
        return halves;
    }
    adaptive_simpson(a, m, k, depth - 1) + adaptive_simpson(m, b, k, depth - 1)
}

#[test]
fn gradient_is_right() {
    let v = [0.1, 2.0, 0.9];
    let (a, b, k) = adaptive_simpson::gradient(v[0], v[1], v[2], 6);
    assert_grad(|v| adaptive_simpson(v[0], v[1], v[2], 6), &v, &[a, b, k]);
}
