use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(xs: &[f64]) -> f64 {
    match xs {
        [] => 0.0,
        [a] => a.exp(),
        [a, b] => a * b,
        [first, .., last] if first > last => first - last * last,
        [first, middle @ .., last] => first * last + middle.iter().sum::<f64>().cos(),
    }
}

#[test]
fn gradient_is_right() {
    for x in [
        &[][..],
        &[0.4],
        &[0.4, 1.2],
        &[2.0, 0.3, 0.5],
        &[0.5, 0.3, 0.2, 2.0],
    ] {
        assert_grad(f, x, &f::gradient(x));
    }
}
