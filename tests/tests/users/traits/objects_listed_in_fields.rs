//! Boxes of several types that become objects of a trait in the vector of a field.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
#[differentiable]
trait Layer {
    fn forward(&self, x: f64) -> f64;
    fn cost(&self) -> f64 {
        0.0
    }
}
#[derive(Clone, Differentiable)]
struct Lin {
    w: f64,
    b: f64,
}
#[derive(Clone, Differentiable)]
struct Sq(f64);
#[derive(Clone, Differentiable)]
struct Tanh;
#[differentiable]
impl Layer for Lin {
    fn forward(&self, x: f64) -> f64 {
        self.w * x + self.b
    }
    fn cost(&self) -> f64 {
        self.w * self.w
    }
}
#[differentiable]
impl Layer for Sq {
    fn forward(&self, x: f64) -> f64 {
        self.0 * x * x
    }
}
#[differentiable]
impl Layer for Tanh {
    fn forward(&self, x: f64) -> f64 {
        x.tanh()
    }
}
#[derive(Differentiable)]
struct Net {
    layers: Vec<Box<dyn Layer>>,
    scale: f64,
}
#[derive(Differentiable)]
struct Stack(Vec<Box<dyn Layer>>, f64);
#[derive(Clone, Differentiable)]
struct Same {
    layers: Vec<Box<Lin>>,
}
#[differentiable]
impl Net {
    fn new(p: &[f64]) -> Self {
        Net {
            layers: vec![
                Box::new(Lin { w: p[0], b: p[1] }),
                Box::new(Tanh),
                Box::new(Sq(p[2])),
            ],
            scale: p[3],
        }
    }
    fn run(&self, x: f64) -> f64 {
        self.layers.iter().fold(x, |h, l| l.forward(h)) * self.scale
            + self.layers.iter().map(|l| l.cost()).sum::<f64>()
    }
}
#[differentiable]
impl Stack {
    fn run(&self, x: f64) -> f64 {
        let mut h = x;
        for l in &self.0 {
            h = l.forward(h);
        }
        h * self.1
    }
}
#[differentiable]
fn networks(p: &[f64]) -> f64 {
    let lin = Lin { w: p[1], b: p[2] };
    let stack = Stack(
        vec![
            Box::new(lin.clone()),
            Box::new(Sq(p[0] * p[1])),
            Box::new(Lin { w: 2.0, b: 1.0 }),
        ],
        p[0],
    );
    let same = Same {
        layers: vec![Box::new(lin), Box::new(Lin { w: p[3], b: p[0] })],
    };
    let mut s = 0.0;
    for k in 0..2 {
        let one = Net {
            layers: vec![Box::new(Sq(p[k]))],
            scale: 1.5,
        };
        s += one.run(p[3]);
    }
    let net = Net::new(p);
    net.run(0.7) + stack.run(0.3) + same.layers.iter().map(|l| l.forward(p[0])).sum::<f64>() * s
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 0.8, -0.5, 1.2];
    let gradient = networks::gradient(&x);
    assert_grad(networks, &x, &gradient);
    assert_eq!(gradient, networks::gradient(&x));
}
