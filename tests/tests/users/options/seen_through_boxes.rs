use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Default, Differentiable)]
struct Node {
    value: f64,
    next: Option<Box<Node>>,
    weights: Option<Vec<f64>>,
}

#[differentiable]
impl Node {
    fn discounted(&self, k: f64) -> f64 {
        let rest = self.next.as_deref().map_or(0.0, |n| n.discounted(k * 0.25));
        let total = if let Some(w) = self.weights.as_deref() {
            w.iter().sum::<f64>()
        } else {
            1.0
        };
        let first = self.weights.as_deref().map_or(0.0, |w| w[0] * k);
        self.value * k + rest * total + first
    }

    fn deepest(&self) -> f64 {
        match self.next.as_deref() {
            Some(next) => next.deepest() * self.value,
            None => self.value.sin(),
        }
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let leaf = Node {
        value: x[2],
        ..Default::default()
    };
    let root = Node {
        value: x[0],
        next: Some(Box::new(leaf)),
        weights: Some(x.to_vec()),
    };
    root.discounted(x[1]) * x[3] + root.deepest()
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 0.9, 0.7, 0.6];
    assert_grad(|v| f(v), &x, &f::gradient(&x));
}
