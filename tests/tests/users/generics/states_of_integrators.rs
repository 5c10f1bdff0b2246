use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, Mul, Sub};

/// What an integrator asks of a state: a vector space over `f64`.
#[differentiable]
trait State: Copy + Add<Output = Self> + Mul<f64, Output = Self> {
    fn halfway(self, other: Self) -> Self {
        (self + other) * 0.5
    }
}

/// The same with a length.
#[differentiable]
trait Vector: State + Differentiable + Sub<Output = Self> {
    fn dot(self, other: Self) -> f64;

    fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Pendulum {
    angle: f64,
    speed: f64,
}

#[differentiable]
impl Add for Pendulum {
    type Output = Pendulum;
    fn add(self, o: Pendulum) -> Pendulum {
        Pendulum {
            angle: self.angle + o.angle,
            speed: self.speed + o.speed,
        }
    }
}

#[differentiable]
impl Sub for Pendulum {
    type Output = Pendulum;
    fn sub(self, o: Pendulum) -> Pendulum {
        self + o * -1.0
    }
}

#[differentiable]
impl Mul<f64> for Pendulum {
    type Output = Pendulum;
    fn mul(self, k: f64) -> Pendulum {
        Pendulum {
            angle: self.angle * k,
            speed: self.speed * k,
        }
    }
}

#[differentiable]
impl State for Pendulum {}

#[differentiable]
impl State for f64 {}

#[differentiable]
impl Vector for Pendulum {
    fn dot(self, o: Pendulum) -> f64 {
        self.angle * o.angle + self.speed * o.speed
    }
}

#[differentiable]
fn rk4<S: State>(y: S, h: f64, f: impl Fn(S) -> S) -> S {
    let k1 = f(y);
    let k2 = f(y + k1 * (0.5 * h));
    let k3 = f(y + k2 * (0.5 * h));
    let k4 = f(y + k3 * h);
    y + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0)
}

#[differentiable]
fn length<V: Vector + Differentiable>(path: &[V]) -> f64 {
    path.windows(2)
        .map(|w| (w[1] - w[0].halfway(w[1])).norm())
        .sum()
}

#[differentiable]
fn f(p: &[f64]) -> f64 {
    let (mut state, mut decay) = (
        Pendulum {
            angle: p[0],
            speed: p[1],
        },
        p[0],
    );
    let mut path = vec![state];
    for _ in 0..5 {
        let swing = |s: Pendulum| Pendulum {
            angle: s.speed,
            speed: -p[2] * s.angle.sin(),
        };
        state = rk4(state, 0.1, swing);
        decay = rk4(decay, 0.1, |x: f64| -p[2] * x);
        path.push(state);
    }
    state.angle * decay + length(&path)
}

#[test]
fn gradient_is_right() {
    for p in [[0.4, 0.3, 1.2], [-1.1, 0.2, 0.5]] {
        for _ in 0..2 {
            assert_grad(f, &p, &f::gradient(&p));
        }
    }
}
