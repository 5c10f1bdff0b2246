use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(xs: &[f64], k: f64) -> f64 {
    let smooth = |v: &mut Vec<f64>| {
        for i in 1..v.len() {
            v[i] = (1.0 - k) * v[i] + k * v[i - 1];
        }
    };
    let mut v = xs.to_vec();
    smooth(&mut v);
    v.reverse();
    smooth(&mut v);
    v.iter().map(|x| x.powi(3)).sum()
}

#[test]
fn gradient_is_right() {
    let x = [0.5, 1.5, -0.8, 0.9];
    let (dx, dk) = f::gradient(&x, 0.3);
    assert_grad(|x| f(x, 0.3), &x, &dx);
    assert_grad(|k| f(&x, k[0]), &[0.3], &[dk]);
}
