use crate::assert_grad;
use pullback::differentiable;

const LOW: i32 = -1;
const HIGH: i32 = 1;

#[differentiable]
fn side(x: f64) -> i32 {
    if x < -0.5 {
        LOW
    } else if x > 0.5 {
        HIGH
    } else {
        0
    }
}

#[differentiable]
fn f(xs: &[f64; 3], a: f64) -> f64 {
    let mut s = 0.0;
    for x in xs {
        s += match side(*x) {
            LOW => a * x,
            HIGH => a / x,
            n => a + n as f64,
        };
    }
    s * s
}

#[test]
fn gradient_is_right() {
    let x = [0.1, 0.7, -1.5];
    let (dx, da) = f::gradient(&x, 0.6);
    assert_grad(|v| f(&[v[0], v[1], v[2]], 0.6), &x, &dx);
    assert_grad(|a| f(&x, a[0]), &[0.6], &[da]);
}
