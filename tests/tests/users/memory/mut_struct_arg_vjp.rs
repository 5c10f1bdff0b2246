use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct State {
    x: Vec<f64>,
    t: f64,
}

#[differentiable]
fn advance(s: &mut State, k: f64) {
    for x in &mut s.x {
        *x -= k * s.t * *x * *x;
    }
    s.t += k;
}

#[differentiable]
fn run(x0: &[f64], k: f64) -> f64 {
    let mut s = State {
        x: x0.to_vec(),
        t: 0.5,
    };
    let start = s.clone();
    for _ in 0..4 {
        advance(&mut s, k);
    }
    s.x.iter()
        .zip(&start.x)
        .map(|(a, b)| (a - b).powi(2))
        .sum::<f64>()
        * s.t
}

#[test]
fn gradient_is_right() {
    let x = [0.5, 1.2];
    let (dx, dk) = run::gradient(&x, 0.3);
    assert_grad(|v| run(v, 0.3), &x, &dx);
    assert_grad(|k| run(&x, k[0]), &[0.3], &[dk]);
}
