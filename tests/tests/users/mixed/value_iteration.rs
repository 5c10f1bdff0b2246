use crate::assert_grad;
use pullback::differentiable;

#[derive(Clone, Copy)]
enum Action {
    Left,
    Right,
    Stay,
}

#[differentiable]
fn value_iteration(rewards: &[f64], discount: f64, sweeps: usize, temperature: f64) -> Vec<f64> {
    const ACTIONS: [Action; 3] = [Action::Left, Action::Right, Action::Stay];
    let n = rewards.len();
    let mut v = vec![0.0; n];
    for _ in 0..sweeps {
        v = (0..n)
            .map(|s| {
                let q = ACTIONS.map(|a| {
                    let next = match a {
                        Action::Left => s.saturating_sub(1),
                        Action::Right => (s + 1).min(n - 1),
                        Action::Stay => s,
                    };
                    rewards[s] + discount * v[next]
                });
                temperature * q.iter().map(|q| (q / temperature).exp()).sum::<f64>().ln()
            })
            .collect();
    }
    v
}

#[differentiable]
fn start_value(rewards: &[f64], discount: f64, temperature: f64) -> f64 {
    value_iteration(rewards, discount, 4, temperature)[0]
}

#[test]
fn gradient_is_right() {
    let r = [0.1, -0.2, 0.5, 1.0];
    let (dr, dd, dt) = start_value::gradient(&r, 0.9, 0.7);
    assert_grad(|r| start_value(r, 0.9, 0.7), &r, &dr);
    assert_grad(|v| start_value(&r, v[0], v[1]), &[0.9, 0.7], &[dd, dt]);
}
