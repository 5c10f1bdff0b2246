use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Filter {
    gain: f64,
    bias: f64,
    taps: Vec<f64>,
}

#[differentiable]
impl Filter {
    fn new() -> Self {
        Filter {
            gain: 1.0,
            bias: 0.0,
            taps: Vec::new(),
        }
    }
    fn gain(mut self, g: f64) -> Self {
        self.gain = g;
        self
    }
    fn bias(mut self, b: f64) -> Self {
        self.bias = b;
        self
    }
    fn tap(mut self, t: f64) -> Self {
        self.taps.push(t);
        self
    }
    fn apply(&self, x: &[f64]) -> f64 {
        let mut y = self.bias;
        for (t, x) in self.taps.iter().zip(x.iter().rev()) {
            y += t * x;
        }
        self.gain * y
    }
}

#[differentiable]
fn filtered(g: f64, b: f64, t: &[f64; 2], x: &[f64]) -> f64 {
    Filter::new()
        .gain(g)
        .bias(b)
        .tap(t[0])
        .tap(t[1])
        .tap(t[0] * t[1])
        .apply(x)
}

#[test]
fn gradient_is_right() {
    let x = [1.0, -0.4, 0.7, 2.0];
    let (dg, db, dt, dx) = filtered::gradient(1.5, 0.2, &[0.5, -0.3], &x);
    assert_grad(
        |v| filtered(v[0], v[1], &[v[2], v[3]], &x),
        &[1.5, 0.2, 0.5, -0.3],
        &[dg, db, dt[0], dt[1]],
    );
    assert_grad(|x| filtered(1.5, 0.2, &[0.5, -0.3], x), &x, &dx);
}
