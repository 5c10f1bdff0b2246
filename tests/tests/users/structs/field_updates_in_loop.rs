use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Ball {
    x: f64,
    y: f64,
    vx: f64,
    vy: f64,
}

#[differentiable]
fn final_height(vx: f64, vy: f64, drag: f64, n: usize) -> f64 {
    let mut b = Ball {
        x: 0.0,
        y: 1.0,
        vx,
        vy,
    };
    let dt = 0.02;
    let mut bounces = 0;
    for _ in 0..n {
        let speed = (b.vx * b.vx + b.vy * b.vy).sqrt();
        b.vx -= drag * speed * b.vx * dt;
        b.vy -= (9.81 + drag * speed * b.vy) * dt;
        b.x += b.vx * dt;
        b.y += b.vy * dt;
        if b.y < 0.0 {
            b.y = -b.y;
            b.vy *= -0.8;
            bounces += 1;
        }
    }
    assert!(bounces < 10);
    b.y + 0.1 * b.x
}

#[test]
fn gradient_is_right() {
    let p = [1.0, 0.5, 0.1];
    let (a, b, c) = final_height::gradient(p[0], p[1], p[2], 40);
    assert_grad(|v| final_height(v[0], v[1], v[2], 40), &p, &[a, b, c]);
}
