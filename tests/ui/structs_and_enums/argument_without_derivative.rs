use pullback::differentiable;

struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn norm(scale: f64, point: &Point) -> f64 {
    scale * (point.x * point.x + point.y * point.y)
}

fn main() {}
