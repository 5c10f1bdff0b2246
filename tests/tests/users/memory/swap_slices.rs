use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.swap(0, 2);
    v[1] *= v[0];
    v.swap(1, 2);
    let (mut a, mut b) = (v[0], v[1]);
    std::mem::swap(&mut a, &mut b);
    a += 2.0 * b * v[2];
    std::mem::swap(&mut a, &mut v[0]);
    a * v[0] - b
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.0, -0.7];
    assert_grad(f, &x, &f::gradient(&x));
}
