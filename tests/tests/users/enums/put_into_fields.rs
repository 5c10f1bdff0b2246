//! Enums of bare variants that functions put into fields.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Linear,
    Square,
}
#[derive(Debug, Clone, Differentiable)]
struct Layer {
    w: f64,
    kind: Kind,
}
#[differentiable]
impl Layer {
    fn new(w: f64, kind: Kind) -> Self {
        Self { w, kind }
    }
    fn with(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }
    fn set(&mut self, kind: Kind) {
        self.kind = kind;
    }
    fn many(ws: &[f64], kinds: &[Kind]) -> Vec<Layer> {
        ws.iter()
            .zip(kinds)
            .map(|(&w, &kind)| Layer { w, kind })
            .collect()
    }
    fn apply(&self, x: f64) -> f64 {
        match self.kind {
            Kind::Linear => self.w * x,
            Kind::Square => self.w * x * x,
        }
    }
}
#[differentiable]
fn make(w: f64, kind: Kind) -> Layer {
    Layer { w, kind }
}
#[differentiable]
fn applied(p: &[f64]) -> f64 {
    let a = Layer::new(p[0], Kind::Square).with(Kind::Square);
    let mut b = make(p[1], Kind::Linear);
    b.set(Kind::Square);
    let (c, kind) = (p[0], Kind::Linear);
    let d = Layer::new(c, kind);
    Layer::many(p, &[Kind::Square, Kind::Linear])
        .iter()
        .fold(p[0], |x, l| l.apply(x))
        + a.apply(p[1]) * b.apply(p[0])
        + d.apply(2.0)
}

#[test]
fn gradient_is_right() {
    let x = [0.7, 1.3];
    let gradient = applied::gradient(&x);
    assert_grad(applied, &x, &gradient);
    assert_eq!(gradient, applied::gradient(&x));
}
