use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64], k: f64) -> f64 {
    let n = x.len();
    let mut a = vec![0.0; n];
    a.copy_from_slice(x);
    a.rotate_left(1);
    let mut b = a.clone();
    b[1..].fill(k);
    b[0] *= k;
    a[..2].copy_from_slice(&b[..2]);
    a.reverse();
    b.rotate_right(2);
    a.iter().zip(&b).map(|(p, q)| (p * q).cos()).sum()
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.0, -0.7, 0.8];
    let (dx, dk) = f::gradient(&x, 1.4);
    assert_grad(|x| f(x, 1.4), &x, &dx);
    assert_grad(|k| f(&x, k[0]), &[1.4], &[dk]);
}
