use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Shape {
    fn area(&self) -> f64;
    fn perimeter(&self) -> f64;

    fn compactness(&self) -> f64 {
        4.0 * std::f64::consts::PI * self.area() / self.perimeter().powi(2)
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Circle {
    r: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Rect {
    w: f64,
    h: f64,
}

#[differentiable]
impl Shape for Circle {
    fn area(&self) -> f64 {
        std::f64::consts::PI * self.r * self.r
    }
    fn perimeter(&self) -> f64 {
        2.0 * std::f64::consts::PI * self.r
    }
}

#[differentiable]
impl Shape for Rect {
    fn area(&self) -> f64 {
        self.w * self.h
    }
    fn perimeter(&self) -> f64 {
        2.0 * (self.w + self.h)
    }
}

#[differentiable]
fn f(r: f64, w: f64, h: f64) -> f64 {
    let c = Circle { r };
    let q = Rect { w, h };
    c.area() * q.compactness() + c.compactness() * q.perimeter()
}

#[test]
fn gradient_is_right() {
    let (a, b, c) = f::gradient(0.8, 1.3, 0.5);
    assert_grad(|v| f(v[0], v[1], v[2]), &[0.8, 1.3, 0.5], &[a, b, c]);
}
