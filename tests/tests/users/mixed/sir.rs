use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct State {
    s: f64,
    i: f64,
    r: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Params {
    beta: f64,
    gamma: f64,
}

#[differentiable]
impl State {
    fn derivative(&self, p: &Params) -> State {
        let Params { beta, gamma } = *p;
        let new_cases = beta * self.s * self.i;
        let recoveries = gamma * self.i;
        State {
            s: -new_cases,
            i: new_cases - recoveries,
            r: recoveries,
        }
    }

    fn advance(&mut self, p: &Params, dt: f64) {
        let d = self.derivative(p);
        self.s += dt * d.s;
        self.i += dt * d.i;
        self.r += dt * d.r;
    }
}

#[differentiable]
fn misfit(p: &Params, i0: f64, observed: &[f64]) -> f64 {
    let mut state = State {
        s: 1.0 - i0,
        i: i0,
        r: 0.0,
    };
    let mut err = 0.0;
    for (day, obs) in observed.iter().enumerate() {
        for _ in 0..4 {
            state.advance(p, 0.25);
        }
        let weight = if day % 2 == 0 { 1.0 } else { 0.5 };
        err += weight * (state.i - obs).powi(2);
    }
    err + 1e-3 * state.r
}

#[test]
fn gradient_is_right() {
    let p = Params {
        beta: 0.9,
        gamma: 0.3,
    };
    let obs = [0.02, 0.04, 0.07, 0.1];
    let (v, (dp, di, dobs)) = misfit::value_and_gradient(&p, 0.01, &obs);
    assert!((v - misfit(&p, 0.01, &obs)).abs() < 1e-15);
    assert_grad(
        |v| {
            misfit(
                &Params {
                    beta: v[0],
                    gamma: v[1],
                },
                v[2],
                &obs,
            )
        },
        &[0.9, 0.3, 0.01],
        &[dp.beta, dp.gamma, di],
    );
    assert_grad(|o| misfit(&p, 0.01, o), &obs, &dobs);
}
