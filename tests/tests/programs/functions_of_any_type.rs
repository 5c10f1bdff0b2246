//! Generic functions that take functions of their type parameters.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;
use std::ops::{Add, Mul};

const X: [f64; 4] = [0.3, 0.9, 0.7, 0.6];

#[differentiable]
fn map_all<T, U>(xs: &[T], f: impl Fn(&T) -> U) -> Vec<U>
where
    T: Differentiable,
    U: Differentiable,
{
    xs.iter().map(|x| f(x)).collect()
}

#[differentiable]
fn mapped(x: &[f64]) -> f64 {
    let k = x[0];
    let ys = map_all(x, |v: &f64| v * k + 1.0);
    let pairs = map_all(&ys, |y: &f64| (y * y, y.sin()));
    pairs.iter().map(|(a, b)| a * b).sum()
}
check!(mapped_checks, mapped(&X));

#[differentiable]
fn folded<T: Differentiable + Copy, F: Fn(T, T) -> T>(xs: &[T], init: T, f: F) -> T {
    let mut acc = init;
    for &x in xs {
        acc = f(acc, x);
    }
    acc
}

#[differentiable]
fn horner(x: &[f64]) -> f64 {
    let k = x[0];
    folded(x, 1.0, |a: f64, b: f64| a * k + b)
}
check!(horner_checks, horner(&X));

#[differentiable]
fn euler<S, F>(mut state: S, h: f64, steps: usize, f: F) -> S
where
    S: Differentiable + Copy + Add<Output = S> + Mul<f64, Output = S>,
    F: Fn(S) -> S,
{
    for _ in 0..steps {
        state = state + f(state) * h;
    }
    state
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Phase {
    angle: f64,
    velocity: f64,
}

#[differentiable]
impl Add for Phase {
    type Output = Phase;

    fn add(self, other: Phase) -> Phase {
        Phase {
            angle: self.angle + other.angle,
            velocity: self.velocity + other.velocity,
        }
    }
}

#[differentiable]
impl Mul<f64> for Phase {
    type Output = Phase;

    fn mul(self, k: f64) -> Phase {
        Phase {
            angle: self.angle * k,
            velocity: self.velocity * k,
        }
    }
}

#[differentiable]
fn pendulum(x: &[f64]) -> f64 {
    let w = x[2];
    let start = Phase {
        angle: x[0],
        velocity: x[1],
    };
    let end = euler(start, 0.1, 5, |s: Phase| Phase {
        angle: s.velocity,
        velocity: -w * s.angle.sin(),
    });
    end.angle * x[3] + end.velocity + euler(x[3], 0.1, 3, |y: f64| y * w)
}
check!(pendulum_checks, pendulum(&X));

#[differentiable]
fn composed<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C
where
    A: Differentiable,
    B: Differentiable,
    C: Differentiable,
{
    move |x| g(f(x))
}

#[differentiable]
fn composition(x: &[f64]) -> f64 {
    let k = x[1];
    let h = composed(move |v: f64| v * k, |w: f64| w.sin());
    h(x[0]) + h(x[2]) * x[3]
}
check!(composition_checks, composition(&X));
