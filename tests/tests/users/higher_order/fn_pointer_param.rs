use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn tanh2(x: f64) -> f64 {
    x.tanh() * 2.0
}

#[differentiable]
fn cube(x: f64) -> f64 {
    x.powi(3)
}

#[differentiable]
fn twice(f: fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn f(x: f64, pick: bool) -> f64 {
    let g: fn(f64) -> f64 = if pick { tanh2 } else { cube };
    twice(g, x) + twice(cube, 0.5 * x)
}

#[test]
fn gradient_is_right() {
    for pick in [true, false] {
        assert_grad(|v| f(v[0], pick), &[0.7], &[f::gradient(0.7, pick)]);
    }
}
