//! Parameters of which nothing is passed but what they name: the types that stand for them derive nothing.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait System {
    type State;
    type Params;
    const STEPS: usize;

    fn slope(state: &Self::State, params: &Self::Params) -> Self::State;
    fn moved(state: Self::State, slope: Self::State, h: f64) -> Self::State;
    fn energy(state: &Self::State, params: &<Self as System>::Params) -> f64;
}

#[derive(Clone, Differentiable)]
struct Gravity {
    g: f64,
}

struct Pendulum;

#[differentiable]
impl System for Pendulum {
    type State = [f64; 2];
    type Params = Gravity;
    const STEPS: usize = 3;

    fn slope(state: &[f64; 2], params: &Gravity) -> [f64; 2] {
        [state[1], -params.g * state[0].sin()]
    }
    fn moved(state: [f64; 2], slope: [f64; 2], h: f64) -> [f64; 2] {
        [state[0] + h * slope[0], state[1] + h * slope[1]]
    }
    fn energy(state: &[f64; 2], params: &Gravity) -> f64 {
        0.5 * state[1] * state[1] - params.g * state[0].cos()
    }
}

#[differentiable]
fn run<S: System>(start: S::State, params: &S::Params, h: f64) -> f64 {
    let mut state = start;
    for _ in 0..S::STEPS {
        let slope = S::slope(&state, params);
        state = S::moved(state, slope, h);
    }
    S::energy(&state, params)
}

#[differentiable]
fn slope_of<S>(state: &<S as System>::State, params: &S::Params) -> S::State
where
    S: System,
{
    S::slope(state, params)
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let params = Gravity { g: x[1] };
    let slope = slope_of::<Pendulum>(&[x[0], x[1]], &params);
    run::<Pendulum>([x[0], 0.1], &params, x[2]) + slope[0] * slope[1]
}

#[test]
fn gradient_is_right() {
    for at in [[0.7, 9.0, 0.1], [-0.4, 1.2, 0.3]] {
        assert_grad(f, &at, &f::gradient(&at));
    }
}
