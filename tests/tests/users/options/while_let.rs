use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(xs: &[f64]) -> f64 {
    let mut stack = xs.to_vec();
    let mut acc = 1.0;
    while let Some(x) = stack.pop() {
        if x > 2.0 {
            stack.push(x / 2.0);
            stack.push(x - 2.0);
            continue;
        }
        acc = acc * 0.8 + x * x;
    }
    acc
}

#[test]
fn gradient_is_right() {
    let x = [0.4, 4.5, 1.1];
    assert_grad(f, &x, &f::gradient(&x));
}
