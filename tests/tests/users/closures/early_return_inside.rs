use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(xs: &[f64], limit: f64) -> f64 {
    let soft = |x: f64| {
        if x.abs() <= limit {
            return x;
        }
        let excess = x.abs() - limit;
        x.signum() * (limit + excess.ln_1p())
    };
    let mut s = 0.0;
    for &x in xs {
        s += soft(x) * soft(2.0 * x);
    }
    s
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 0.8, -1.7, -0.2];
    let (dx, dl) = f::gradient(&x, 1.0);
    assert_grad(|x| f(x, 1.0), &x, &dx);
    assert_grad(|l| f(&x, l[0]), &[1.0], &[dl]);
}
