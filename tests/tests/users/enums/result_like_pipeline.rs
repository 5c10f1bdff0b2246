use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Step {
    Value(f64),
    Saturated { at: f64, excess: f64 },
    Dead,
}

#[differentiable]
impl Step {
    fn and_then<F: Fn(f64) -> Step>(self, f: F) -> Step {
        match self {
            Step::Value(v) => f(v),
            other => other,
        }
    }
}

#[differentiable]
fn amplify(gain: f64, x: f64) -> Step {
    Step::Value(x).and_then(|v| {
        let y = v * gain;
        if y > 5.0 {
            Step::Saturated {
                at: 5.0,
                excess: y - 5.0,
            }
        } else if y < 0.0 {
            Step::Dead
        } else {
            Step::Value(y)
        }
    })
}

#[differentiable]
fn f(gain: f64, xs: &[f64]) -> f64 {
    let mut s = gain;
    for &x in xs {
        s += match amplify(gain, x).and_then(|v| amplify(gain, v)) {
            Step::Value(v) => v * v,
            Step::Saturated { at, excess } => at + excess.ln_1p(),
            Step::Dead => -x,
        };
    }
    s
}

#[test]
fn gradient_is_right() {
    let x = [0.5, 2.0, 4.0, -1.0];
    let (dg, dx) = f::gradient(1.9, &x);
    assert_grad(|g| f(g[0], &x), &[1.9], &[dg]);
    assert_grad(|x| f(1.9, x), &x, &dx);
}
