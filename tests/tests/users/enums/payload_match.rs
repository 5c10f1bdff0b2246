use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Shape {
    Circle { r: f64 },
    Rect { w: f64, h: f64 },
    Square(f64),
    Point,
}

#[differentiable]
fn area(s: &Shape) -> f64 {
    match s {
        Shape::Circle { r } => std::f64::consts::PI * r * r,
        Shape::Rect { w, h } => w * h,
        Shape::Square(a) => a * a,
        Shape::Point => 0.0,
    }
}

#[differentiable]
fn total(a: f64, b: f64) -> f64 {
    let shapes = [
        Shape::Circle { r: a },
        Shape::Rect { w: a, h: b },
        Shape::Square(b),
        Shape::Point,
    ];
    shapes.iter().map(area).sum()
}

#[test]
fn gradient_is_right() {
    let (a, b) = total::gradient(1.2, 0.7);
    assert_grad(|v| total(v[0], v[1]), &[1.2, 0.7], &[a, b]);
}
