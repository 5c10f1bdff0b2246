use pullback::differentiable;

struct Point {
    x: f64,
    y: f64,
}

struct Pair<T> {
    left: T,
    right: T,
}

#[differentiable]
fn total(points: &[Point]) -> f64 {
    points.iter().map(|p| p.x * p.y).sum()
}

#[differentiable]
fn product(point: Option<Point>) -> f64 {
    match point {
        Some(p) => p.x * p.y,
        None => 0.0,
    }
}

#[differentiable]
fn both(pair: &Pair<f64>, again: &Pair<f64>) -> f64 {
    pair.left * again.right
}

fn main() {}
