use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn power(x: f64, n: u32) -> f64 {
    if n == 0 {
        1.0
    } else if n % 2 == 0 {
        let h = power(x, n / 2);
        h * h
    } else {
        x * power(x, n - 1)
    }
}

#[differentiable]
fn agm(a: f64, b: f64, depth: usize) -> f64 {
    match depth {
        0 => a,
        _ => agm(0.5 * (a + b), (a * b).sqrt(), depth - 1),
    }
}

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    power(x, 11) + agm(x, y, 5)
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(1.1, 0.6);
    assert_grad(|v| f(v[0], v[1]), &[1.1, 0.6], &[a, b]);
}
