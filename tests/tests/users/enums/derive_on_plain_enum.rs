use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Differentiable)]
enum Scheme {
    Explicit,
    Implicit,
    Midpoint,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Problem {
    lambda: f64,
    y0: f64,
    scheme: Scheme,
}

#[differentiable]
fn solve(p: &Problem, h: f64, n: usize) -> f64 {
    let mut y = p.y0;
    for _ in 0..n {
        y = match p.scheme {
            Scheme::Explicit => y - h * p.lambda * y,
            Scheme::Implicit => y / (1.0 + h * p.lambda),
            Scheme::Midpoint => {
                let mid = y - 0.5 * h * p.lambda * y;
                y - h * p.lambda * mid
            }
        };
    }
    y
}

#[differentiable]
fn disagreement(lambda: f64, y0: f64, h: f64) -> f64 {
    let p = Problem {
        lambda,
        y0,
        scheme: Scheme::Explicit,
    };
    let a = solve(&p, h, 4);
    let b = solve(
        &Problem {
            scheme: Scheme::Implicit,
            ..p
        },
        h,
        4,
    );
    let c = solve(
        &Problem {
            scheme: Scheme::Midpoint,
            ..p
        },
        h,
        4,
    );
    (a - c).powi(2) + (b - c).powi(2)
}

#[test]
fn gradient_is_right() {
    let v = [1.3, 0.8, 0.2];
    let (a, b, c) = disagreement::gradient(v[0], v[1], v[2]);
    assert_grad(|v| disagreement(v[0], v[1], v[2]), &v, &[a, b, c]);
}
