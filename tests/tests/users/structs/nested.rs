use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Segment {
    from: Point,
    to: Point,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Weighted {
    seg: Segment,
    weight: f64,
}

#[differentiable]
fn cost(w: &Weighted) -> f64 {
    let dx = w.seg.to.x - w.seg.from.x;
    let dy = w.seg.to.y - w.seg.from.y;
    w.weight * (dx * dx + dy * dy).sqrt()
}

#[differentiable]
fn shifted(p: [f64; 5]) -> f64 {
    let mut w = Weighted {
        seg: Segment {
            from: Point { x: p[0], y: p[1] },
            to: Point { x: p[2], y: p[3] },
        },
        weight: p[4],
    };
    w.seg.to.x *= 1.5;
    w.seg.from = Point {
        y: w.seg.from.x,
        x: w.seg.from.y,
    };
    cost(&w)
}

#[test]
fn gradient_is_right() {
    let p = [0.3, 0.8, 2.0, -1.0, 0.7];
    let g = shifted::gradient(p);
    assert_grad(|v| shifted([v[0], v[1], v[2], v[3], v[4]]), &p, &g);
    let w = Weighted {
        seg: Segment {
            from: Point { x: 0.0, y: 0.0 },
            to: Point { x: 3.0, y: 4.0 },
        },
        weight: 2.0,
    };
    let g = cost::gradient(&w);
    assert!((g.weight - 5.0).abs() < 1e-12);
    assert!((g.seg.to.y - 1.6).abs() < 1e-12);
    assert!((g.seg.from.x + 1.2).abs() < 1e-12);
}
