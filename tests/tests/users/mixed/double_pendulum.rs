use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Mul};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pendulum {
    th1: f64,
    th2: f64,
    w1: f64,
    w2: f64,
}

#[differentiable]
impl Add for Pendulum {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self {
            th1: self.th1 + o.th1,
            th2: self.th2 + o.th2,
            w1: self.w1 + o.w1,
            w2: self.w2 + o.w2,
        }
    }
}

#[differentiable]
impl Mul<Pendulum> for f64 {
    type Output = Pendulum;
    fn mul(self, p: Pendulum) -> Pendulum {
        Pendulum {
            th1: self * p.th1,
            th2: self * p.th2,
            w1: self * p.w1,
            w2: self * p.w2,
        }
    }
}

#[differentiable]
fn rhs(s: Pendulum, g: f64) -> Pendulum {
    let Pendulum { th1, th2, w1, w2 } = s;
    let d = th1 - th2;
    let den = 3.0 - (2.0 * d).cos();
    Pendulum {
        th1: w1,
        th2: w2,
        w1: (-3.0 * g * th1.sin()
            - g * (th1 - 2.0 * th2).sin()
            - 2.0 * d.sin() * (w2 * w2 + w1 * w1 * d.cos()))
            / den,
        w2: 2.0 * d.sin() * (2.0 * w1 * w1 + 2.0 * g * th1.cos() + w2 * w2 * d.cos()) / den,
    }
}

#[differentiable]
fn rk4(s: Pendulum, h: f64, f: impl Fn(Pendulum) -> Pendulum) -> Pendulum {
    let k1 = f(s);
    let k2 = f(s + 0.5 * h * k1);
    let k3 = f(s + 0.5 * h * k2);
    let k4 = f(s + h * k3);
    s + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
}

#[differentiable]
fn tip_x(th1: f64, th2: f64, g: f64) -> f64 {
    let mut s = Pendulum {
        th1,
        th2,
        w1: 0.0,
        w2: 0.1,
    };
    for _ in 0..10 {
        s = rk4(s, 0.05, |p| rhs(p, g));
    }
    s.th1.sin() + s.th2.sin()
}

#[test]
fn gradient_is_right() {
    let v = [0.8, 1.3, 9.81];
    let (a, b, c) = tip_x::gradient(v[0], v[1], v[2]);
    assert_grad(|v| tip_x(v[0], v[1], v[2]), &v, &[a, b, c]);
}
