//! Methods of fields that are given parts of what is lent, where the function may have been left before.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Ray {
    origin: Point,
    dir: Point,
}

#[derive(Differentiable)]
struct Plane {
    normal: Point,
    offset: f64,
}

#[differentiable]
impl Point {
    fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

#[differentiable]
trait Shape {
    fn hit(&self, ray: &Ray) -> Option<f64>;
}

#[differentiable]
impl Shape for Plane {
    fn hit(&self, ray: &Ray) -> Option<f64> {
        let along = self.normal.dot(ray.dir);
        if along.abs() < 1e-9 {
            return None;
        }
        let t = (self.offset - self.normal.dot(ray.origin)) / along;
        if t > 0.0 { Some(t) } else { None }
    }
}

#[differentiable]
fn travel(x: &[f64]) -> f64 {
    let normal = Point { x: x[0], y: x[1] };
    let plane = Plane {
        normal,
        offset: x[2],
    };
    let ray = Ray {
        origin: Point { x: x[3], y: 0.5 },
        dir: Point { x: x[4], y: x[5] },
    };
    plane.hit(&ray).map_or(-x[2] * x[3], |t| t * t)
}

#[test]
fn gradient_is_right() {
    let hits = [1.0, 0.3, 2.0, 0.2, 1.0, 0.5];
    let turned_away = [1.0, 0.3, -2.0, 0.2, 1.0, 0.5];
    let along = [0.0, 1.0, 2.0, 0.2, 1.0, 0.0];
    for x in [hits, turned_away] {
        for _ in 0..2 {
            assert_grad(travel, &x, &travel::gradient(&x));
        }
    }
    let g = travel::gradient(&along);
    assert_eq!(g, [0.0, 0.0, -0.2, -2.0, 0.0, 0.0]);
}
