use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Reading {
    Ok { value: f64, gain: f64 },
    Missing,
}

#[differentiable]
fn read(x: f64) -> Reading {
    if x.abs() > 5.0 {
        Reading::Missing
    } else {
        Reading::Ok {
            value: x,
            gain: x * 0.5 + 1.0,
        }
    }
}

#[differentiable]
fn f(xs: &[f64]) -> f64 {
    let mut s = 0.0;
    for x in xs {
        let Reading::Ok { value, gain: g } = read(*x) else {
            continue;
        };
        let (0.0.. | ..-1.0) = value else {
            s -= g;
            continue;
        };
        s += value * g;
    }
    s
}

#[test]
fn gradient_is_right() {
    let x = [0.5, 9.0, -2.0, -0.5];
    assert_grad(f, &x, &f::gradient(&x));
}
