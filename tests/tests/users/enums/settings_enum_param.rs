use crate::assert_grad;
use pullback::differentiable;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Activation {
    Relu,
    Tanh,
    Identity,
}

#[differentiable]
fn activate(#[constant] kind: Activation, x: f64) -> f64 {
    match kind {
        Activation::Relu => x.max(0.0),
        Activation::Tanh => x.tanh(),
        Activation::Identity => x,
    }
}

#[differentiable]
fn stack(x: f64, w: &[f64; 3]) -> f64 {
    let layers = [Activation::Tanh, Activation::Relu, Activation::Identity];
    let mut h = x;
    for (kind, w) in layers.into_iter().zip(w) {
        h = activate(kind, h * w + 0.1);
    }
    h
}

#[test]
fn gradient_is_right() {
    let w = [0.4, 1.7, -0.8];
    let (dx, dw) = stack::gradient(0.9, &w);
    assert_grad(|x| stack(x[0], &w), &[0.9], &[dx]);
    assert_grad(|w| stack(0.9, &[w[0], w[1], w[2]]), &w, &dw);
}
