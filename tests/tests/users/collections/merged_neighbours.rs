use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable, Clone, Debug, Default)]
struct Point {
    t: f64,
    y: f64,
    n: usize,
}

/// Points that are near the one before are added to it.
#[differentiable]
fn clustered(x: &[f64]) -> f64 {
    let mut points: Vec<Point> = x.iter().map(|&t| Point { t, y: t * t, n: 1 }).collect();
    points.sort_by(|a, b| a.t.total_cmp(&b.t));
    points.dedup_by(|next, kept| {
        let near = next.t - kept.t < 0.25;
        if near {
            kept.y += next.y * kept.t;
            kept.n += next.n;
        }
        near
    });
    let means = points.iter().map(|p| p.y / p.n as f64);
    means
        .enumerate()
        .map(|(i, mean)| (i + 1) as f64 * mean)
        .sum()
}

/// The last is taken, or made, behind a method that changed the list.
#[differentiable]
fn between(x: &[f64]) -> f64 {
    let mut points: Vec<Point> = x
        .windows(2)
        .map(|w| Point {
            t: w[0],
            y: w[1],
            n: 2,
        })
        .collect();
    let first = points.remove(0);
    let last = points.pop().unwrap_or_default();
    first.t * last.y + points.len() as f64 * first.y * last.n as f64
}

#[test]
fn gradients_are_right() {
    let points = [
        &[1.5, 2.0, -0.5, 0.7, 0.35, -0.4, 0.58, 0.05][..],
        &[1.0, 1.1, 1.05],
        &[0.5, 3.0],
    ];
    check(clustered, |x| clustered::gradient(x), &points);
    check(between, |x| between::gradient(x), &points);
}
