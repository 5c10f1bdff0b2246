use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let (s, c): (Vec<f64>, Vec<f64>) = x.iter().map(|v| v.sin_cos()).unzip();
    let mut acc = 0.0;
    s.iter().zip(&c).for_each(|(a, b)| acc += a * b * b);
    x.iter().rev().skip(1).for_each(|v| acc *= 1.0 + 0.1 * v);
    acc
}

#[differentiable]
fn in_threes(x: &[f64]) -> (Vec<f64>, (Vec<f64>, Vec<f64>)) {
    x.chunks_exact(3).map(|c| (c[0], (c[1], c[2]))).unzip()
}

#[differentiable]
fn nested(x: &[f64]) -> f64 {
    let (a, (b, c)) = in_threes(x);
    let ((d, e), f): ((Vec<f64>, Vec<f64>), Vec<usize>) = x
        .iter()
        .enumerate()
        .map(|(i, v)| ((v * v, v.sin()), i))
        .unzip();
    a[0] * b[1] + c[0] + d[1] * e[f[2]]
}

#[test]
fn gradient_is_right() {
    let x = [0.7, -0.3, 1.5, 0.4];
    assert_grad(f, &x, &f::gradient(&x));
    let x = [0.5, 1.5, 0.6, 0.2, 0.9, -1.0];
    assert_grad(nested, &x, &nested::gradient(&x));
}
