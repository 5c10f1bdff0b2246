use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    x.sin()
        + x.cos()
        + x.tan()
        + x.exp()
        + x.ln()
        + x.sqrt()
        + x.cbrt()
        + x.recip()
        + x.exp2()
        + x.log2()
        + x.log10()
        + x.exp_m1()
        + x.ln_1p()
}

#[test]
fn gradient_is_right() {
    for x in [0.3, 1.1, 2.5] {
        assert_grad(|v| f(v[0]), &[x], &[f::gradient(x)]);
    }
}
