use crate::assert_grad;
use pullback::differentiable;

/// Walsh-Hadamard transform
#[differentiable]
fn wht(x: &mut [f64]) {
    let n = x.len();
    let mut h = 1;
    while h < n {
        for i in (0..n).step_by(2 * h) {
            for j in i..i + h {
                let (a, b) = (x[j], x[j + h]);
                x[j] = a + b;
                x[j + h] = a - b;
            }
        }
        h *= 2;
    }
}

#[differentiable]
fn f(x: &mut [f64]) -> f64 {
    wht(x);
    for v in x.iter_mut() {
        *v = v.tanh();
    }
    wht(x);
    x[0] * x[1] + x[x.len() - 1]
}

#[test]
fn gradient_is_right() {
    let mut x = [0.3, 1.0, -0.7, 1.4, 0.2, -0.5, 0.6, 0.9];
    let before = x;
    let g = f::gradient(&mut x);
    assert_eq!(x, before);
    assert_grad(|v| f(&mut v.to_vec()), &before, &g);
}
