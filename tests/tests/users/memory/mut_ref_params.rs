use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn bump(x: &mut f64, by: f64) -> f64 {
    let old = *x;
    *x = *x * by + 1.0;
    old
}

#[differentiable]
fn f(a: f64, b: f64) -> f64 {
    let mut x = a;
    let o1 = bump(&mut x, b);
    let o2 = bump(&mut x, o1);
    let r = &mut x;
    *r += o2;
    let y = r;
    *y *= b;
    x
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.8, 1.4);
    assert_grad(|v| f(v[0], v[1]), &[0.8, 1.4], &[a, b]);
}
