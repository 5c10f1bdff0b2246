use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn lambert_w(x: f64) -> f64 {
    let mut w = if x > 1.0 { x.ln() } else { x };
    let mut iterations = 0;
    let result = loop {
        let e = w.exp();
        let f = w * e - x;
        let step = f / (e * (w + 1.0) - (w + 2.0) * f / (2.0 * w + 2.0));
        w -= step;
        iterations += 1;
        if step.abs() < 1e-14 || iterations > 40 {
            break w;
        }
    };
    assert!(iterations <= 41, "no convergence for {x}");
    result
}
#[test]
fn gradient_is_right() {
    for x in [0.3, 2.0, 20.0] {
        assert_grad(|x| lambert_w(x[0]), &[x], &[lambert_w::gradient(x)]);
    }
}
