use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn bisected(x: &[f64]) -> f64 {
    let (mut lo, mut hi) = (0, x.len());
    while hi - lo > 1 {
        let mid = usize::midpoint(lo, hi);
        if x[mid] > 0.65 {
            hi = mid;
        } else {
            lo = mid;
        }
    }
    let m = f64::midpoint(x[lo], x[0]);
    m * x[1].midpoint(x[3]) + m.powi(3) + 0.5_f64.midpoint(x[2])
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 0.9, 0.7, 0.6];
    assert_grad(|v| bisected(v), &x, &bisected::gradient(&x));
}
