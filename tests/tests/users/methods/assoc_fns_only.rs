use crate::assert_grad;
use pullback::differentiable;

struct Activation;

#[differentiable]
impl Activation {
    pub fn softplus(x: f64) -> f64 {
        if x > 30.0 { x } else { x.exp().ln_1p() }
    }

    pub fn leaky_relu(x: f64) -> f64 {
        if x > 0.0 { x } else { 0.01 * x }
    }

    pub fn swish(x: f64) -> f64 {
        x / (1.0 + (-x).exp())
    }
}

#[differentiable]
fn stack(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &v in x {
        s += Activation::softplus(Activation::leaky_relu(v)) * Activation::swish(v);
    }
    s
}

#[test]
fn gradient_is_right() {
    let x = [0.5, -1.2, 31.0, -0.1];
    assert_grad(stack, &x, &stack::gradient(&x));
}
