use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct State {
    at: f64,
    speeds: Vec<f64>,
}

#[differentiable]
impl State {
    fn energy(&self) -> f64 {
        self.at * self.at + self.speeds.iter().map(|v| v * v).sum::<f64>()
    }
}

/// What its function is given are references, of which closures need not say the types.
#[differentiable]
fn averaged<F: Fn(&State, f64) -> f64>(f: F, state: &State) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        sum += f(state, 0.5 + i as f64);
    }
    sum / 3.0
}

#[differentiable]
fn each<F: Fn(&State) -> f64>(states: &[State], f: F) -> f64 {
    states.iter().map(|s| f(s)).sum()
}

#[differentiable]
fn observed(v: &[f64], k: f64) -> f64 {
    let state = |i: usize| State {
        at: v[i],
        speeds: vec![v[i + 1], k],
    };
    let states = [state(0), state(1)];
    let read = averaged(|s, t| s.at * t * k + s.speeds[0], &states[0]);
    let asked = averaged(|s, t| s.energy() * t, &states[1]);
    let matched = each(&states, |s| match s {
        State { at, .. } if *at > 0.5 => at * k,
        State { speeds, .. } => speeds[0] * speeds[1],
    });
    read * asked + matched + each(&states, |s| s.at.sin()) + each(&states, |s| s.energy())
}

#[test]
fn gradient_is_right() {
    for v in [[0.7, -0.4, 1.2], [0.3, 0.9, -0.5]] {
        let (by_v, by_k) = observed::gradient(&v, 0.6);
        assert_grad(|v| observed(v, 0.6), &v, &by_v);
        assert_grad(|k| observed(&v, k[0]), &[0.6], &[by_k]);
    }
}
