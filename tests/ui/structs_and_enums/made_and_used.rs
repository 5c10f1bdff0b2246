use pullback::{Real, differentiable};
use std::ops::Add;

struct Point {
    x: f64,
    y: f64,
}

impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

enum Shape {
    Disc(f64),
    Rectangle { width: f64, height: f64 },
}

struct Pair<T> {
    left: T,
    right: T,
}

#[differentiable]
fn moved(x: f64) -> f64 {
    let mut p = Point { x, y: 2.0 * x };
    p.x += 1.0;
    for _ in 0..3 {
        p.y *= p.x;
    }
    let sum = p + Point { x, y: 1.0 };
    sum.x * sum.y
}

#[differentiable]
fn chosen(x: f64) -> f64 {
    let shape = if x > 1.0 {
        Shape::Disc(x)
    } else {
        Shape::Rectangle {
            width: x,
            height: 1.0,
        }
    };
    match shape {
        Shape::Disc(r) => r * r,
        Shape::Rectangle { width, height } => width * height,
    }
}

#[differentiable]
fn listed(x: &[f64]) -> f64 {
    let mut points: Vec<Point> = Vec::new();
    for v in x {
        points.push(Point { x: *v, y: 1.0 });
    }
    points[0].x += points[1].y;
    points.iter().map(|p| p.x * p.y).sum()
}

#[differentiable]
fn product<T: Real>(x: T) -> T {
    let pair = Pair {
        left: x,
        right: x * x,
    };
    pair.left * pair.right
}

fn main() {
    let _ = (moved::gradient(1.0), chosen::gradient(1.0));
    let _ = (listed::gradient(&[1.0, 2.0]), product::gradient(1.0));
}
