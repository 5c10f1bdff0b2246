use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Walker {
    at: [f64; 2],
    v: Pair,
    path: Vec<f64>,
}

#[differentiable]
fn split(x: f64, k: f64) -> (f64, Pair) {
    (x * k, Pair { a: x + k, b: x - k })
}

#[differentiable]
impl Walker {
    fn step(&mut self, k: f64) {
        let i = self.path.len() % 2;
        (self.at[i], self.v.a) = (self.v.a * k, self.at[1 - i] + self.v.b);
        [self.v.b, _] = [self.at[0] * k, self.v.a];
        (self.at[1 - i], Pair { a: self.v.a, .. }) = split(self.v.a, k);
        self.path.push(self.at[0] * self.at[1]);
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut w = Walker {
        at: [x[0], x[1]],
        v: Pair { a: 1.0, b: x[2] },
        path: vec![],
    };
    let (mut s, mut t) = (0.0, 1.0);
    for v in x {
        w.step(*v);
        (s, t) = (t, s + w.v.a * t);
        ((s, _), [_, t]) = ((s * v, 3), [1.0, t + s]);
    }
    let last;
    (last, ..) = (w.path[1], "x", 0);
    s * t + last + w.path[2]
}

#[test]
fn gradient_is_right() {
    for x in [[0.7, 1.3, 0.9], [1.5, -2.1, 0.4]] {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
