use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn nearest(points: &[[f64; 2]], x: f64, y: f64) -> Option<(usize, f64)> {
    let mut best: Option<(usize, f64)> = None;
    for (i, p) in points.iter().enumerate() {
        let d = (p[0] - x).powi(2) + (p[1] - y).powi(2);
        match best {
            Some((_, b)) if b <= d => {}
            _ => best = Some((i, d)),
        }
    }
    best
}

#[differentiable]
fn f(points: &[[f64; 2]], x: f64, y: f64) -> f64 {
    let Some((i, d)) = nearest(points, x, y) else {
        return x + y;
    };
    d.sqrt() * (i + 1) as f64
}

#[test]
fn gradient_is_right() {
    let p = [[0.0, 0.0], [1.0, 1.0], [2.0, 0.5]];
    let (dp, dx, dy) = f::gradient(&p, 1.2, 0.6);
    assert_grad(|v| f(&p, v[0], v[1]), &[1.2, 0.6], &[dx, dy]);
    let flat = [dp[0][0], dp[0][1], dp[1][0], dp[1][1], dp[2][0], dp[2][1]];
    assert_grad(
        |v| f(&[[v[0], v[1]], [v[2], v[3]], [v[4], v[5]]], 1.2, 0.6),
        &[0.0, 0.0, 1.0, 1.0, 2.0, 0.5],
        &flat,
    );
    let (d, dx, dy) = f::gradient(&[], 1.0, 2.0);
    assert!(d.is_empty() && dx == 1.0 && dy == 1.0);
}
