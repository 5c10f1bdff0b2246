use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn log_sum_exp(x: &[f64]) -> f64 {
    let m = x.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
    if m.is_infinite() {
        return m;
    }
    m + x.iter().map(|v| (v - m).exp()).sum::<f64>().ln()
}

#[differentiable]
fn log1mexp(x: f64) -> f64 {
    if x < std::f64::consts::LN_2 {
        (-(-x).exp_m1()).ln()
    } else {
        (-(-x).exp()).ln_1p()
    }
}

#[differentiable]
fn f(x: &[f64], t: f64) -> f64 {
    log_sum_exp(x) * log1mexp(t)
}

#[test]
fn gradient_is_right() {
    let x = [0.31, 1.17, -0.8];
    for t in [0.3, 1.9] {
        let (dx, dt) = f::gradient(&x, t);
        assert_grad(|x| f(x, t), &x, &dx);
        assert_grad(|t| f(&x, t[0]), &[t], &[dt]);
    }
}
