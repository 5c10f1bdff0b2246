use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Polygon {
    vertices: Vec<Point>,
}

#[differentiable]
impl Polygon {
    fn edges(&self) -> Vec<(Point, Point)> {
        let n = self.vertices.len();
        (0..n)
            .map(|i| (self.vertices[i], self.vertices[(i + 1) % n]))
            .collect()
    }
    fn signed_area(&self) -> f64 {
        self.edges()
            .iter()
            .map(|(a, b)| a.x * b.y - b.x * a.y)
            .sum::<f64>()
            / 2.0
    }
    fn centroid(&self) -> Point {
        let mut c = Point { x: 0.0, y: 0.0 };
        for (a, b) in self.edges() {
            let cross = a.x * b.y - b.x * a.y;
            c.x += (a.x + b.x) * cross;
            c.y += (a.y + b.y) * cross;
        }
        let k = 6.0 * self.signed_area();
        Point {
            x: c.x / k,
            y: c.y / k,
        }
    }
    fn perimeter(&self) -> f64 {
        self.edges()
            .into_iter()
            .map(|(a, b)| (a.x - b.x).hypot(a.y - b.y))
            .sum()
    }
}

#[differentiable]
fn roundness(coords: &[f64]) -> f64 {
    let poly = Polygon {
        vertices: coords
            .chunks_exact(2)
            .map(|c| Point { x: c[0], y: c[1] })
            .collect(),
    };
    let Point { x, y } = poly.centroid();
    4.0 * std::f64::consts::PI * poly.signed_area().abs() / poly.perimeter().powi(2) + 0.1 * x * y
}

#[test]
fn gradient_is_right() {
    let p = [0.0, 0.1, 2.0, 0.0, 2.5, 1.5, 0.4, 1.8];
    assert_grad(|p| roundness(p), &p, &roundness::gradient(&p));
}
