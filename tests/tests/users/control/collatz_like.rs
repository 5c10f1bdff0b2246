use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, n: u64) -> f64 {
    let mut k = n;
    let mut v = x;
    let mut steps = 0i32;
    while k != 1 {
        if k & 1 == 0 {
            k >>= 1;
            v *= 1.1;
        } else {
            k = 3 * k + 1;
            v = v.sin() + 0.2 * x;
        }
        steps += 1;
    }
    v * steps as f64
}

#[test]
fn gradient_is_right() {
    for n in [1, 6, 7] {
        assert_grad(|x| f(x[0], n), &[0.7], &[f::gradient(0.7, n)]);
    }
}
