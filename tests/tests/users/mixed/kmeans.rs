use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::Sub;

#[derive(Clone, Copy, Debug, Differentiable)]
struct P2 {
    x: f64,
    y: f64,
}

#[differentiable]
impl Sub for P2 {
    type Output = P2;
    fn sub(self, o: P2) -> P2 {
        P2 {
            x: self.x - o.x,
            y: self.y - o.y,
        }
    }
}

#[differentiable]
impl P2 {
    fn sq(self) -> f64 {
        self.x * self.x + self.y * self.y
    }
}

#[differentiable]
fn assign(p: P2, centers: &[P2]) -> (usize, f64) {
    centers
        .iter()
        .map(|c| (p - *c).sq())
        .enumerate()
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap()
}

#[differentiable]
fn kmeans_loss(points: &[P2], centers: &[P2], balance: f64) -> f64 {
    let mut counts = vec![0usize; centers.len()];
    let mut loss = 0.0;
    for &p in points {
        let (k, d) = assign(p, centers);
        counts[k] += 1;
        loss += d;
    }
    let biggest = *counts.iter().max().unwrap();
    loss / points.len() as f64 + balance * biggest as f64
}

#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| {
        v.chunks(2)
            .map(|c| P2 { x: c[0], y: c[1] })
            .collect::<Vec<_>>()
    };
    let pts = [0.1, 0.2, 0.9, 1.1, 1.2, 0.8, -0.1, 0.3];
    let cs = [0.0, 0.0, 1.0, 1.0];
    let (dp, dc, db) = kmeans_loss::gradient(&mk(&pts), &mk(&cs), 0.3);
    assert_grad(
        |v| kmeans_loss(&mk(v), &mk(&cs), 0.3),
        &pts,
        &dp.iter().flat_map(|p| [p.x, p.y]).collect::<Vec<_>>(),
    );
    assert_grad(
        |v| kmeans_loss(&mk(&pts), &mk(v), 0.3),
        &cs,
        &dc.iter().flat_map(|p| [p.x, p.y]).collect::<Vec<_>>(),
    );
    assert_grad(|v| kmeans_loss(&mk(&pts), &mk(&cs), v[0]), &[0.3], &[db]);
}
