//! `into` whose type nothing but its use tells: arguments, fields, payloads, elements, results.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl From<[f64; 2]> for Point {
    fn from([x, y]: [f64; 2]) -> Self {
        Point { x, y }
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pose {
    turn: f64,
    at: Point,
}

#[derive(Clone, Copy, Debug, Differentiable)]
enum Shape {
    Disc(Point, f64),
    Dot { at: Point },
}

#[differentiable]
impl Shape {
    fn dot(at: Point) -> Self {
        Shape::Dot { at }
    }

    fn seen_from(&self, p: Point) -> f64 {
        match *self {
            Shape::Disc(at, r) => at.x * p.x * r,
            Shape::Dot { at } => at.y * p.y,
        }
    }
}

#[differentiable]
fn along(p: Point, k: f64) -> f64 {
    p.x * p.y * k
}

#[differentiable]
fn early(v: &[f64]) -> f64 {
    let [a, b, c] = v else { return 0.0 };
    along([*a, b * c].into(), *b) + Shape::dot([*b, *c].into()).seen_from([*c, *a].into())
}

#[differentiable]
fn held(v: &[f64]) -> f64 {
    let pose = Pose {
        turn: v[0],
        at: [v[1], v[2]].into(),
    };
    let shapes = [
        Shape::Disc([v[0], v[1]].into(), v[2]),
        Shape::Dot {
            at: [v[2], v[0]].into(),
        },
    ];
    pose.turn * shapes.iter().map(|s| s.seen_from(pose.at)).sum::<f64>()
}

#[differentiable]
fn corner(v: &[f64]) -> Point {
    [v[0] * v[1], v[2]].into()
}

#[differentiable]
fn above(v: &[f64]) -> Option<Point> {
    if v[0] > 0.0 {
        Some([v[0], v[1] * v[2]].into())
    } else {
        None
    }
}

#[differentiable]
fn listed(v: &[f64]) -> f64 {
    let mut path: Vec<Point> = v.windows(2).map(|w| [w[0], w[1]].into()).collect();
    path.push([v[2], v[0]].into());
    let ends: [Point; 2] = [[v[0], v[1]].into(), [v[1], v[2]].into()];
    let inner: f64 = path.iter().map(|p| p.x * p.y * p.y).sum();
    inner * ends[0].x * ends[1].y + corner(v).x * corner(v).y + above(v).map_or(v[1], |p| p.x * p.y)
}

#[test]
fn gradients_are_right() {
    for x in [[0.3, 0.9, 0.7], [-1.2, 0.4, 2.1]] {
        assert_grad(early, &x, &early::gradient(&x));
        assert_grad(held, &x, &held::gradient(&x));
        assert_grad(listed, &x, &listed::gradient(&x));
    }
    assert_eq!(early::gradient(&[1.0]), [0.0]);
}
