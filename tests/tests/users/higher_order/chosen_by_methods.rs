//! Functions that a method of what carries no derivative chooses.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, PartialEq)]
enum Activation {
    Tanh,
    Relu,
    Shifted,
}

#[differentiable]
fn relu(x: f64) -> f64 {
    x.max(0.0)
}

#[differentiable]
impl Activation {
    const ALL: [Activation; 3] = [Activation::Tanh, Activation::Relu, Activation::Shifted];
    fn function(self) -> fn(f64) -> f64 {
        match self {
            Activation::Tanh => f64::tanh,
            Activation::Relu => relu,
            Activation::Shifted => |x| x * x + 0.5,
        }
    }
    fn apply(&self, x: f64) -> f64 {
        self.function()(x)
    }
    fn boxed(&self, scale: f64) -> Box<dyn Fn(f64) -> f64> {
        match self {
            Activation::Tanh => Box::new(move |x| (scale * x).tanh()),
            _ => Box::new(move |x| scale * x),
        }
    }
}

#[derive(Differentiable)]
struct Layer {
    weight: f64,
    activation: Activation,
}

#[differentiable]
impl Layer {
    fn forward(&self, x: f64) -> f64 {
        (self.activation.function())(self.weight * x)
    }
}

#[differentiable]
fn of_all(x: &[f64]) -> f64 {
    let chosen = Activation::ALL.iter().zip(x);
    let applied: f64 = chosen.map(|(a, w)| w * a.apply(x[0])).sum();
    let [first, last] = [Activation::Tanh, Activation::Shifted];
    let (f, g) = (first.function(), last.function());
    applied + f(g(x[1])) * first.boxed(2.0)(x[0])
}

#[differentiable]
fn of_layers(x: &[f64], activation: Activation) -> f64 {
    let layer = Layer {
        weight: x[0],
        activation,
    };
    let then = activation.function();
    layer.forward(x[1]) + then(x[2]) * activation.function()(x[0] - x[1])
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, -0.4], [-0.4, 0.2, 0.9]] {
        for _ in 0..2 {
            assert_grad(of_all, &x, &of_all::gradient(&x));
            for activation in Activation::ALL {
                let g = of_layers::gradient(&x, activation);
                assert_grad(|x| of_layers(x, activation), &x, &g);
            }
        }
    }
}
