//! Values of type parameters that become objects of a trait where a list asks for them.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Shape {
    fn area(&self) -> f64;
    fn copy(&self) -> Box<dyn Shape>;
}

impl Clone for Box<dyn Shape> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

#[derive(Clone, Differentiable)]
struct Circle {
    r: f64,
}

#[derive(Clone, Differentiable)]
struct Rectangle {
    w: f64,
    h: f64,
}

#[differentiable]
impl Shape for Circle {
    fn area(&self) -> f64 {
        3.0 * self.r.powi(2)
    }
    fn copy(&self) -> Box<dyn Shape> {
        Box::new(self.clone())
    }
}

#[differentiable]
impl Shape for Rectangle {
    fn area(&self) -> f64 {
        self.w * self.h
    }
    fn copy(&self) -> Box<dyn Shape> {
        Box::new(self.clone())
    }
}

#[derive(Clone, Differentiable)]
struct Scene {
    shapes: Vec<Box<dyn Shape>>,
    unit: f64,
}

#[differentiable]
impl Scene {
    fn new(unit: f64) -> Self {
        Scene {
            shapes: Vec::new(),
            unit,
        }
    }
    fn add<S: Shape + Differentiable + 'static>(&mut self, shape: S) {
        self.shapes.push(Box::new(shape));
    }
    fn with(mut self, shape: impl Shape + Differentiable + 'static) -> Self {
        self.shapes.push(Box::new(shape));
        self
    }
    fn with_if<S>(mut self, shape: S, wanted: bool) -> Self
    where
        S: Shape + Differentiable + 'static,
    {
        if wanted {
            self.shapes.push(Box::new(shape));
        }
        self
    }
    fn total(&self) -> f64 {
        self.shapes.iter().map(|s| s.area() * self.unit).sum()
    }
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    let mut scene = Scene::new(x[0]).with(Circle { r: x[1] });
    for (i, &w) in x.iter().enumerate() {
        scene = scene.with_if(Rectangle { w, h: x[1] }, i != 1);
    }
    let before = scene.total();
    scene.add(Circle { r: x[0] * before });
    scene.total()
}

#[test]
fn gradient_is_right() {
    for x in [[0.7, 0.3, 1.1], [0.4, -0.6, 0.2]] {
        for _ in 0..2 {
            assert_grad(total, &x, &total::gradient(&x));
        }
    }
}
