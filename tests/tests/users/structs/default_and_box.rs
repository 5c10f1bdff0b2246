use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Default, Differentiable)]
struct Node {
    value: f64,
    weights: [f64; 2],
    label: String,
}

#[derive(Clone, Debug, Differentiable)]
struct Wrapper {
    inner: Box<Node>,
    scale: f64,
}

#[differentiable]
fn score(value: f64, scale: f64) -> f64 {
    let mut n = Node {
        value,
        ..Default::default()
    };
    n.weights[1] = 2.0 * n.value;
    let w = Wrapper {
        inner: Box::new(n),
        scale,
    };
    w.inner.value * w.scale + w.inner.weights.iter().sum::<f64>().sin()
}

#[test]
fn gradient_is_right() {
    let (a, b) = score::gradient(0.6, 1.7);
    assert_grad(|v| score(v[0], v[1]), &[0.6, 1.7], &[a, b]);
}
