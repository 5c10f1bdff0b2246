use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn fixed_point<F>(f: F, x0: [f64; 2], n: usize) -> [f64; 2]
where
    F: Fn([f64; 2]) -> [f64; 2],
{
    (0..n).fold(x0, |x, _| f(x))
}

#[differentiable]
fn f(a: f64, b: f64) -> f64 {
    let [x, y] = fixed_point(|[x, y]| [0.5 * (a * y).cos(), 0.3 * x + b], [0.1, 0.2], 10);
    x * y
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.9, 0.4);
    assert_grad(|v| f(v[0], v[1]), &[0.9, 0.4], &[a, b]);
}
