use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct P {
    x: f64,
    y: f64,
}

#[differentiable]
fn norm(p: P) -> f64 {
    (p.x * p.x + p.y * p.y).sqrt()
}

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    match (P { x, y }) {
        p @ P { x, .. } if x > 1.0 => norm(p) * x,
        P {
            x: a @ (0.0..=1.0),
            y: b,
        } => a * b,
        whole => norm(whole),
    }
}

#[test]
fn gradient_is_right() {
    for p in [[1.5, 0.8], [0.9, 0.3], [-0.4, 0.7]] {
        let (a, b) = f::gradient(p[0], p[1]);
        assert_grad(|v| f(v[0], v[1]), &p, &[a, b]);
    }
}
