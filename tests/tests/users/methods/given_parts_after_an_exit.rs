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

#[derive(Clone, Copy)]
enum Norm {
    Sum,
    Squares,
}

#[differentiable]
impl Norm {
    fn of(self, p: Point) -> f64 {
        match self {
            Norm::Sum => p.x.abs() + p.y.abs(),
            Norm::Squares => p.x * p.x + p.y * p.y,
        }
    }
    fn times(&self, n: usize) -> f64 {
        match self {
            Norm::Sum => n as f64,
            Norm::Squares => 2.0,
        }
    }
}

#[derive(Differentiable)]
struct Probe {
    norm: Norm,
    scale: f64,
    steps: usize,
}

#[differentiable]
impl Probe {
    fn measure(&self, ray: &Ray) -> f64 {
        if ray.dir.x < 0.0 {
            return ray.origin.x;
        }
        let from = self.norm.of(ray.origin);
        if from > 10.0 {
            return from * self.scale;
        }
        from * self.norm.times(self.steps) + self.scale * self.norm.of(ray.dir)
    }
}

#[differentiable]
fn measured(x: &[f64], norm: Norm) -> f64 {
    let (scale, steps) = (x[4], 3);
    let ray = Ray {
        origin: Point { x: x[0], y: x[1] },
        dir: Point { x: x[2], y: x[3] },
    };
    Probe { norm, scale, steps }.measure(&ray)
}

#[test]
fn gradients_of_measures_are_right() {
    let (near, away) = ([0.5, 1.0, 0.7, 0.2, 1.5], [0.5, 1.0, -0.7, 0.2, 1.5]);
    for x in [near, away, [5.0, 7.0, 0.7, 0.2, 1.5]] {
        for norm in [Norm::Sum, Norm::Squares, Norm::Sum] {
            let g = measured::gradient(&x, norm);
            assert_grad(|x| measured(x, norm), &x, &g);
        }
    }
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
