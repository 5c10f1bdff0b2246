use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn sqrt_newton(a: f64) -> f64 {
    let mut x = a;
    let mut i = 0;
    loop {
        let next = 0.5 * (x + a / x);
        i += 1;
        if i >= 8 {
            break next;
        }
        x = next;
    }
}

#[differentiable]
fn f(a: f64) -> f64 {
    let r = sqrt_newton(a);
    let s = loop {
        break r * a;
    };
    s + r
}

#[test]
fn gradient_is_right() {
    assert_grad(|v| f(v[0]), &[2.3], &[f::gradient(2.3)]);
}
