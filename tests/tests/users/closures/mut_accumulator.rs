use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(xs: &[f64], decay: f64) -> f64 {
    let mut energy = 0.0;
    let mut count = 0usize;
    let mut add = |x: f64| {
        energy = energy * decay + x * x;
        count += 1;
    };
    for &x in xs {
        add(x);
        if x < 0.0 {
            add(-0.5 * x);
        }
    }
    energy / count as f64
}

#[test]
fn gradient_is_right() {
    let x = [1.0, -0.6, 0.3, -2.0];
    let (dx, dd) = f::gradient(&x, 0.9);
    assert_grad(|x| f(x, 0.9), &x, &dx);
    assert_grad(|d| f(&x, d[0]), &[0.9], &[dd]);
}
