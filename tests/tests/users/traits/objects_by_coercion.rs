//! Boxes that become objects of a trait where an argument, a field or a list asks for them.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Layer {
    fn forward(&self, x: f64) -> f64;
    fn clone_box(&self) -> Box<dyn Layer>;
}
impl Clone for Box<dyn Layer> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}
#[derive(Differentiable, Clone)]
struct Dense {
    w: f64,
    b: f64,
}
#[differentiable]
impl Dense {
    fn new(w: f64, b: f64) -> Self {
        Dense { w, b }
    }
}
#[differentiable]
impl Layer for Dense {
    fn forward(&self, x: f64) -> f64 {
        (self.w * x + self.b).tanh()
    }
    fn clone_box(&self) -> Box<dyn Layer> {
        Box::new(self.clone())
    }
}
#[derive(Differentiable, Clone)]
struct Scale(f64);
#[differentiable]
impl Layer for Scale {
    fn forward(&self, x: f64) -> f64 {
        self.0 * x
    }
    fn clone_box(&self) -> Box<dyn Layer> {
        Box::new(self.clone())
    }
}
#[derive(Differentiable)]
struct Net {
    layers: Vec<Box<dyn Layer>>,
}
#[differentiable]
impl Net {
    fn new() -> Self {
        Net { layers: Vec::new() }
    }
    fn add(&mut self, l: Box<dyn Layer>) {
        self.layers.push(l);
    }
    fn with(mut self, l: Box<dyn Layer>) -> Self {
        self.layers.push(l);
        self
    }
    fn forward(&self, x: f64) -> f64 {
        let mut y = x;
        for l in self.layers.iter() {
            y = l.forward(y);
        }
        y
    }
}
#[derive(Differentiable)]
struct Pair {
    a: Box<dyn Layer>,
    b: Box<f64>,
    c: Box<Dense>,
}
#[differentiable]
fn boxed(p: Box<Dense>) -> f64 {
    p.w * p.b * p.w
}
#[differentiable]
fn run(x: &[f64]) -> f64 {
    let (w, b, x) = (x[0], x[1], x[2]);
    let mut net = Net::new()
        .with(Box::new(Scale(w * b)))
        .with(Box::new(Dense::new(w, x)));
    let dense = Dense { w, b };
    net.add(Box::new(dense));
    if x > 0.0 {
        net.add(Box::new(Dense::new(b, w)));
    } else {
        let s = Box::new(Scale(x));
        net.add(s);
    }
    for i in 0..2 {
        net.layers.push(Box::new(Dense { w: w * i as f64, b }));
    }
    let p = Pair {
        a: Box::new(Scale(x)),
        b: Box::new(w),
        c: Box::new(Dense::new(x, x)),
    };
    net.forward(x) + p.a.forward(b) * *p.b + p.c.forward(w) + boxed(Box::new(Dense::new(x, w)))
}

#[test]
fn gradient_is_right() {
    for x in [[0.5, 0.3, 1.2], [1.0, -0.3, -0.2]] {
        for _ in 0..2 {
            assert_grad(|x| run(x), &x, &run::gradient(&x));
        }
    }
}
