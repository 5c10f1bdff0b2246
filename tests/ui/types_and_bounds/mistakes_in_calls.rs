use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
    fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    fn stretched(self, by: f64) -> f64 {
        (self.x + self.y) * by
    }
}

#[differentiable]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiable]
fn one_too_many(x: f64) -> f64 {
    product(x, x, x) * 2.0
}

#[differentiable]
fn one_too_many_for_a_constructor(x: f64) -> f64 {
    Point::new(x, x, x).x
}

#[differentiable]
fn one_too_few_for_a_method(p: Point, x: f64) -> f64 {
    p.stretched() * x
}

#[differentiable]
fn unknown_field_of_what_is_made(x: f64) -> f64 {
    let p = Point { x, z: x };
    p.x * p.y
}

fn main() {}
