use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Equation {
    fn value(&self, x: f64) -> f64;
    fn slope(&self, x: f64) -> f64;

    fn solve(&self, guess: f64) -> Option<f64> {
        let mut x = guess;
        for _ in 0..12 {
            let s = self.slope(x);
            if s.abs() < 1e-9 {
                return None;
            }
            x -= self.value(x) / s;
        }
        Some(x)
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Cubic {
    p: f64,
    q: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Lambert {
    y: f64,
}

#[differentiable]
impl Equation for Cubic {
    fn value(&self, x: f64) -> f64 {
        x * x * x + self.p * x + self.q
    }
    fn slope(&self, x: f64) -> f64 {
        3.0 * x * x + self.p
    }
}

#[differentiable]
impl Equation for Lambert {
    fn value(&self, x: f64) -> f64 {
        x * x.exp() - self.y
    }
    fn slope(&self, x: f64) -> f64 {
        (x + 1.0) * x.exp()
    }
}

#[differentiable]
fn f(p: f64, q: f64, y: f64) -> f64 {
    let root = Cubic { p, q }.solve(1.0).unwrap_or(0.0);
    let w = Lambert { y }.solve(0.5).unwrap_or(1.0);
    match (Cubic { p: 0.0, q }).solve(0.0) {
        Some(_) => unreachable!("slope is zero there"),
        None => root * w,
    }
}

#[test]
fn gradient_is_right() {
    let v = [1.0, -3.0, 2.0];
    let (a, b, c) = f::gradient(v[0], v[1], v[2]);
    assert_grad(|v| f(v[0], v[1], v[2]), &v, &[a, b, c]);
}
