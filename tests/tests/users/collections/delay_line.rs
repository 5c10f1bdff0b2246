use crate::assert_grad;
use pullback::differentiable;

use std::collections::VecDeque;
#[differentiable]
fn delayed_logistic(r: f64, k: f64, delay: usize) -> f64 {
    let mut history: VecDeque<f64> = std::iter::repeat(0.5).take(delay + 1).collect();
    for _ in 0..15 {
        let now = *history.back().unwrap();
        let past = history[0];
        let next = now + 0.1 * r * now * (1.0 - past / k);
        history.push_back(next);
        history.pop_front();
    }
    history.iter().sum::<f64>()
}
#[test]
fn gradient_is_right() {
    let (a, b) = delayed_logistic::gradient(1.4, 2.0, 3);
    assert_grad(|v| delayed_logistic(v[0], v[1], 3), &[1.4, 2.0], &[a, b]);
}
