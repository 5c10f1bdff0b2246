use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn scale_all(v: &mut [f64], k: f64) {
    if k == 1.0 {
        return;
    }
    for x in v {
        *x *= k;
    }
}

#[differentiable]
fn f(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    scale_all(&mut v, k);
    scale_all(&mut v, 1.0);
    {
        let k = k * 2.0;
        scale_all(&mut v[1..], k);
    }
    let y = {
        let a = v[0];
        let b = v[1];
        a * b
    };
    y + k
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.7];
    let (dx, dk) = f::gradient(&x, 0.6);
    assert_grad(|x| f(x, 0.6), &x, &dx);
    assert_grad(|k| f(&x, k[0]), &[0.6], &[dk]);
}
