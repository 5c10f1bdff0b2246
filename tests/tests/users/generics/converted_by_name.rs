use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Point { x, y }
    }
}

#[differentiable]
impl From<[f64; 2]> for Point {
    fn from([x, y]: [f64; 2]) -> Self {
        Point { x, y }
    }
}

#[derive(Clone, Differentiable)]
struct Polygon {
    corners: Vec<Point>,
}

#[differentiable]
impl<P: Into<Point>> From<Vec<P>> for Polygon {
    fn from(corners: Vec<P>) -> Self {
        Polygon {
            corners: corners.into_iter().map(Into::into).collect(),
        }
    }
}

#[differentiable]
impl<P> From<(P, P)> for Polygon
where
    P: Into<Point>,
{
    fn from((a, b): (P, P)) -> Self {
        let (a, b) = (a.into(), b.into());
        Polygon {
            corners: vec![a, Point { x: b.x, y: a.y }, b, Point { x: a.x, y: b.y }],
        }
    }
}

#[differentiable]
impl Polygon {
    fn area(&self) -> f64 {
        let n = self.corners.len();
        let crossed = |i: usize| {
            let (a, b) = (self.corners[i], self.corners[(i + 1) % n]);
            a.x * b.y - a.y * b.x
        };
        0.5 * (0..n).map(crossed).sum::<f64>()
    }
}

#[differentiable]
fn points(pairs: &[(f64, f64)]) -> Vec<Point> {
    pairs.iter().copied().map(Into::into).collect()
}

#[differentiable]
fn areas(x: &[f64]) -> f64 {
    let triangle = Polygon::from(vec![(0.0, 0.1), (x[0], 0.3), (0.5, x[1])]);
    let square = Polygon::from(([x[0], 0.0], [x[1], x[2]]));
    let corners = points(&[(x[0], x[1]), (x[2], x[1] * x[0])]);
    triangle.area() * square.area() + corners[0].x * corners[1].y
}

#[test]
fn gradient_is_right() {
    check(areas, areas::gradient, &[&[0.3, 0.7, 1.9]]);
}
