use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
trait FloatExt {
    fn sigmoid(self) -> f64;
    fn softsign(self) -> f64;
}

#[differentiable]
impl FloatExt for f64 {
    fn sigmoid(self) -> f64 {
        1.0 / (1.0 + (-self).exp())
    }
    fn softsign(self) -> f64 {
        self / (1.0 + self.abs())
    }
}

#[differentiable]
fn f(x: f64, w: f64) -> f64 {
    (x * w).sigmoid().softsign() + (-x).softsign() * w.sigmoid()
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.8, -1.3);
    assert_grad(|v| f(v[0], v[1]), &[0.8, -1.3], &[a, b]);
}
