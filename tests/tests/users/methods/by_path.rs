use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Differentiable)]
struct Poly {
    coefficients: Vec<f64>,
}

#[differentiable]
impl Point {
    const ORIGIN: Point = Point { x: 0.0, y: 0.0 };

    fn diagonal(x: f64) -> Point {
        Point { x, y: x * x }
    }

    fn norm(&self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    fn area(self) -> f64 {
        self.x * self.y
    }

    fn add(self, other: Point) -> Point {
        Point {
            x: self.x + other.x,
            y: self.y * other.x + other.y,
        }
    }

    fn scaled(mut self, by: f64) -> Point {
        self.x *= by;
        self
    }
}

#[differentiable]
impl Poly {
    /// Consumes what cannot be copied.
    fn at(self, x: f64) -> f64 {
        self.coefficients.iter().rev().fold(0.0, |v, c| v * x + c)
    }
}

#[differentiable]
fn apply<F: Fn(&Point) -> f64>(f: F, p: &Point) -> f64 {
    f(p) * p.x
}

#[differentiable]
fn combine<F: Fn(Point, Point) -> Point>(f: F, p: Point, n: usize) -> Point {
    let mut sum = Point::ORIGIN;
    for _ in 0..n {
        sum = f(sum, p);
    }
    sum
}

#[differentiable]
fn all(v: &[f64]) -> f64 {
    let points: Vec<Point> = v.iter().copied().map(Point::diagonal).collect();
    let norms: f64 = points.iter().map(Point::norm).sum();
    let sum = points.iter().copied().fold(Point::ORIGIN, Point::add);
    let reduced = points.iter().copied().reduce(Point::add);
    let largest = points.iter().map(Point::norm).fold(0.0, f64::max);
    let twice = Point::add(Point::scaled(sum, v[0]), sum);
    let combined = combine(Point::add, twice, 2);
    norms
        + largest * Point::area(sum)
        + reduced.map_or(0.0, Point::area)
        + apply(Point::norm, &twice)
        + Point::norm(&combined)
        + Poly::at(
            Poly {
                coefficients: v.to_vec(),
            },
            v[1],
        )
}

/// operators by the names of their traits
#[differentiable]
fn operators(v: &[f64]) -> f64 {
    use std::ops::{Add, Mul, Neg};
    let decayed: f64 = v.iter().copied().map(Neg::neg).map(f64::exp).sum();
    let product = v.iter().copied().reduce(Mul::mul).unwrap();
    v.iter().copied().fold(0.0, Add::add) * decayed + Add::add(product, v[0]) * v[1]
}

#[test]
fn gradient_is_right() {
    for v in [vec![0.7, 1.2, 0.4], vec![1.3, 0.2]] {
        assert_grad(all, &v, &all::gradient(&v));
        assert_grad(operators, &v, &operators::gradient(&v));
    }
}
