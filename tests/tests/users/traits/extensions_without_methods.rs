use crate::check;
use pullback::{Differentiable, differentiable};
use std::f64::consts::PI;

#[differentiable]
trait Shape {
    fn area(&self) -> f64;
    fn perimeter(&self) -> f64;
}

#[differentiable]
trait ShapeExt: Shape {
    fn compactness(&self) -> f64 {
        4.0 * PI * self.area() / self.perimeter().powi(2)
    }
}

#[differentiable]
impl<T: Shape> ShapeExt for T {}

#[differentiable]
trait Scored {
    fn score(&self, x: f64) -> f64 {
        x * x
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Circle {
    radius: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Rectangle {
    width: f64,
    height: f64,
}

#[derive(Clone, Differentiable)]
struct Weighted<T> {
    inner: T,
    weight: f64,
}

#[differentiable]
impl<T: Shape> Scored for Weighted<T> {}

#[differentiable]
impl Shape for Circle {
    fn area(&self) -> f64 {
        PI * self.radius.powi(2)
    }

    fn perimeter(&self) -> f64 {
        2.0 * PI * self.radius
    }
}

#[differentiable]
impl Shape for Rectangle {
    fn area(&self) -> f64 {
        self.width * self.height
    }

    fn perimeter(&self) -> f64 {
        2.0 * (self.width + self.height)
    }
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    let circle = Circle { radius: x[0] };
    let rectangle = Rectangle {
        width: x[1],
        height: x[2],
    };
    let weighted = Weighted {
        inner: rectangle,
        weight: x[0],
    };
    let compactness = circle.compactness() + rectangle.compactness();
    compactness * circle.area() + weighted.score(x[1]) * weighted.weight
}

#[test]
fn gradient_is_right() {
    check(total, total::gradient, &[&[0.9, 0.2, 1.1]]);
}
