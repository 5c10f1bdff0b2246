use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Differentiable)]
struct Path {
    origin: Option<Point>,
    steps: Vec<(Point, f64)>,
    end: Option<Point>,
}

#[differentiable]
fn weight(p: Point, at: f64) -> f64 {
    p.x * at + p.y * at * at
}

#[differentiable]
fn norm(p: &Point) -> f64 {
    (p.x * p.x + p.y * p.y).sqrt()
}

/// What the patterns bind are copies here, and references there.
#[differentiable]
fn length(path: &Path, at: f64) -> f64 {
    let mut total = 0.0;
    if let Some(p) = path.origin {
        total += weight(p, at) * norm(&p);
    }
    if let Some(p) = &path.origin {
        total += weight(*p, at) * norm(p);
    }
    for i in 0..path.steps.len() {
        let (p, factor) = path.steps[i];
        total += factor * weight(p, at * factor);
    }
    for (p, factor) in &path.steps {
        total += factor * norm(p);
    }
    match path.end {
        Some(p) if norm(&p) > 0.9 => total * weight(p, at),
        Some(p) => total + norm(&p) * weight(p, total),
        None => total * total,
    }
}

#[differentiable]
fn of(v: &[f64]) -> f64 {
    let point = |i: usize| Point {
        x: v[i],
        y: v[i + 1],
    };
    let path = Path {
        origin: Some(point(1)),
        steps: vec![(point(0), v[2]), (point(2), v[1])],
        end: Some(point(0)),
    };
    length(&path, v[3])
        + length(
            &Path {
                origin: None,
                ..path
            },
            v[0],
        )
}

#[test]
fn gradient_is_right() {
    for v in [[0.7, -0.4, 1.2, 0.6], [0.3, 0.9, -0.5, 1.1]] {
        assert_grad(of, &v, &of::gradient(&v));
    }
}
