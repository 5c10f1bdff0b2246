use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Dist {
    mean: f64,
    var: f64,
}

#[differentiable]
impl Mul<Dist> for f64 {
    type Output = Dist;
    fn mul(self, d: Dist) -> Dist {
        Dist {
            mean: self * d.mean,
            var: self * self * d.var,
        }
    }
}

#[differentiable]
impl Add<f64> for Dist {
    type Output = Dist;
    fn add(self, k: f64) -> Dist {
        Dist {
            mean: self.mean + k,
            ..self
        }
    }
}

#[differentiable]
impl Add for Dist {
    type Output = Dist;
    fn add(self, o: Dist) -> Dist {
        Dist {
            mean: self.mean + o.mean,
            var: self.var + o.var,
        }
    }
}

#[differentiable]
impl Sub for Dist {
    type Output = Dist;
    fn sub(self, o: Dist) -> Dist {
        self + -1.0 * o
    }
}

#[differentiable]
fn sharpe(w: f64, r: f64) -> f64 {
    let stock = Dist {
        mean: 0.08,
        var: 0.04,
    };
    let bond = Dist {
        mean: 0.03,
        var: 0.0025,
    };
    let p = w * stock + (1.0 - w) * bond - 0.1 * bond + r;
    p.mean / p.var.sqrt()
}

#[test]
fn gradient_is_right() {
    let (a, b) = sharpe::gradient(0.6, 0.01);
    assert_grad(|v| sharpe(v[0], v[1]), &[0.6, 0.01], &[a, b]);
}
