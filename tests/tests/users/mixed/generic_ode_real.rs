use crate::assert_grad;
use pullback::{Differentiable, Real, differentiable};

trait Num: Real {
    fn lit(x: f64) -> Self;
}
impl Num for f64 {
    fn lit(x: f64) -> f64 {
        x
    }
}
impl Num for f32 {
    fn lit(x: f64) -> f32 {
        x as f32
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Osc<T> {
    x: T,
    v: T,
}

#[differentiable]
fn step<T: Num>(s: Osc<T>, mu: T, h: T) -> Osc<T> {
    let a = mu * (T::lit(1.0) - s.x * s.x) * s.v - s.x;
    let v = s.v + h * a;
    Osc { x: s.x + h * v, v }
}

#[differentiable]
fn van_der_pol(x0: f64, mu: f64, n: usize) -> f64 {
    let mut s = Osc { x: x0, v: 0.0 };
    let mut peak = f64::MIN;
    for i in 0..n {
        s = step(s, mu, 0.05);
        if i > n / 2 && s.x > peak {
            peak = s.x;
        }
    }
    peak * s.v + s.x
}

#[test]
fn gradient_is_right() {
    let (a, b) = van_der_pol::gradient(1.5, 0.8, 24);
    assert_grad(|v| van_der_pol(v[0], v[1], 24), &[1.5, 0.8], &[a, b]);
}
