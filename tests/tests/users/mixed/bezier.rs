use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
    fn lerp(self, other: Point, t: f64) -> Point {
        Point {
            x: self.x + (other.x - self.x) * t,
            y: self.y + (other.y - self.y) * t,
        }
    }
}

#[differentiable]
fn de_casteljau(control: &[Point], t: f64) -> Point {
    let mut pts = control.to_vec();
    while pts.len() > 1 {
        pts = pts.windows(2).map(|w| w[0].lerp(w[1], t)).collect();
    }
    pts[0]
}

#[differentiable]
fn arc_length(control: &[Point], n: usize) -> f64 {
    let mut previous = de_casteljau(control, 0.0);
    let mut total = 0.0;
    for i in 1..=n {
        let p = de_casteljau(control, i as f64 / n as f64);
        total += (p.x - previous.x).hypot(p.y - previous.y);
        previous = p;
    }
    total
}

#[test]
fn gradient_is_right() {
    let make = |v: &[f64]| {
        v.chunks(2)
            .map(|c| Point { x: c[0], y: c[1] })
            .collect::<Vec<_>>()
    };
    let v = [0.0, 0.0, 0.5, 1.0, 1.5, 0.8, 2.0, -0.3];
    let g = arc_length::gradient(&make(&v), 6);
    let flat: Vec<f64> = g.iter().flat_map(|p| [p.x, p.y]).collect();
    assert_grad(|v| arc_length(&make(v), 6), &v, &flat);
}
