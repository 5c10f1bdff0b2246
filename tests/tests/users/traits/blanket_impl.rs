use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Potential {
    fn v(&self, x: f64) -> f64;
}

#[differentiable]
trait Dynamics {
    fn force(&self, x: f64) -> f64;
}

#[differentiable]
impl<P: Potential + Differentiable> Dynamics for P {
    fn force(&self, x: f64) -> f64 {
        let h = 1e-2;
        -(self.v(x + h) - self.v(x - h)) / (2.0 * h)
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Morse {
    depth: f64,
    width: f64,
}

#[differentiable]
impl Potential for Morse {
    fn v(&self, x: f64) -> f64 {
        let e = 1.0 - (-self.width * x).exp();
        self.depth * e * e
    }
}

#[differentiable]
fn end_point(depth: f64, width: f64, x0: f64) -> f64 {
    let m = Morse { depth, width };
    let (mut x, mut p) = (x0, 0.0);
    for _ in 0..8 {
        p += 0.1 * m.force(x);
        x += 0.1 * p;
    }
    x
}

#[test]
fn gradient_is_right() {
    let v = [2.0, 0.8, 0.5];
    let (a, b, c) = end_point::gradient(v[0], v[1], v[2]);
    assert_grad(|v| end_point(v[0], v[1], v[2]), &v, &[a, b, c]);
}
