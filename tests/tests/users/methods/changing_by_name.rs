//! Methods whose names end in `_mut` because they change their receiver, and give no part of it.
use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Differentiable)]
struct V {
    x: f64,
    y: f64,
    d: Vec<f64>,
}
#[differentiable]
impl V {
    fn new(x: f64, y: f64) -> Self {
        V {
            x,
            y,
            d: vec![x, y],
        }
    }
    fn scale_mut(&mut self, k: f64) {
        self.x *= k;
        self.y *= k;
        self.d.iter_mut().for_each(|v| *v *= k);
    }
    fn add_mut(&mut self, o: &V) -> &mut Self {
        self.x += o.x;
        self.y += o.y;
        self
    }
    fn at_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.d[i]
    }
    fn twice_mut(&mut self) {
        self.scale_mut(2.0);
        self.scale_mut(self.x);
    }
}
#[derive(Clone, Differentiable)]
struct Body {
    p: V,
    v: V,
}
#[differentiable]
impl Body {
    fn step_mut(&mut self, h: f64) {
        self.v.scale_mut(0.9);
        let mut d = self.v.clone();
        d.scale_mut(h);
        self.p.add_mut(&d);
        *self.p.at_mut(0) += h;
    }
}
#[differentiable]
fn f(p: &[f64]) -> f64 {
    let mut v = V::new(p[0], p[1]);
    v.scale_mut(0.5);
    v.add_mut(&V::new(p[2], p[0]));
    *v.at_mut(1) += p[2];
    v.twice_mut();
    let mut b = Body { p: v.clone(), v };
    for _ in 0..3 {
        b.step_mut(p[1]);
    }
    let mut bs = vec![b.clone(), b.clone()];
    for b in bs.iter_mut() {
        b.step_mut(0.1);
    }
    for i in 0..2 {
        bs[i].p.scale_mut(p[0]);
    }
    b.p.x * b.v.y + bs[1].p.d[0] * bs[0].p.x + bs[0].p.d[1]
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.43, 0.7, 0.95], &[0.9, -0.3, 0.4]],
    );
}
