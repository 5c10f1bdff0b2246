use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let a = -x;
    let b = -(-x);
    let c = 1e-3 * x + 2_000.5e-2 - 0.5_f64;
    let d = 3f64 * x;
    let e = (a + b + c + d) / 4.;
    let big = f64::MAX.ln() * 0.0;
    let y = !true as i32 as f64;
    e * x.powi(2) + big + y + f64::from(-7i8) * x
}

#[test]
fn gradient_is_right() {
    assert_grad(|v| f(v[0]), &[0.9], &[f::gradient(0.9)]);
}
