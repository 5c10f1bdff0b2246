//! Calls that are given parameters for some of their arguments and tables for others, each time other ones.

use crate::assert_grad;
use pullback::{Differentiable, Real, differentiable};

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in a.iter().zip(b) {
        sum += x * y;
    }
    sum
}

type Affine = [f64; 12];

/// First `b`, then `a`.
#[differentiable]
fn compose(a: &Affine, b: &Affine) -> Affine {
    let mut c = [0.0; 12];
    for r in 0..3 {
        for k in 0..4 {
            c[4 * r + k] = a[4 * r] * b[k] + a[4 * r + 1] * b[4 + k] + a[4 * r + 2] * b[8 + k];
        }
        c[4 * r + 3] += a[4 * r + 3];
    }
    c
}

#[differentiable]
fn joint(angle: f64) -> Affine {
    let (s, c) = angle.sin_cos();
    [c, -s, 0.0, 0.2, s, c, 0.0, 0.0, 0.0, 0.0, 1.0, 0.1 * angle]
}

const BASE: Affine = [0.9, 0.1, 0.0, 1.0, -0.1, 0.9, 0.2, 0.5, 0.0, -0.2, 0.9, 0.3];

/// Where an arm of two joints ends, measured against a target.
#[differentiable]
fn reach(first: f64, second: f64, #[constant] target: &[f64; 3]) -> f64 {
    let shoulder = compose(&BASE, &joint(first));
    let elbow = compose(&shoulder, &joint(second));
    let hand = compose(&elbow, &BASE);
    let mut distance = 0.0;
    for r in 0..3 {
        distance += (hand[4 * r + 3] - target[r]).powi(2);
    }
    distance
}

/// How far a linear model is from data, with a penalty whose weights are a table.
#[differentiable]
fn ridge(w: &[f64], #[constant] rows: &[Vec<f64>], #[constant] y: &[f64]) -> f64 {
    let table = [0.5, 0.25, 0.125, 0.0625, 0.3];
    let mut loss = dot(&table, w) + dot(w, w);
    for (row, y) in rows.iter().zip(y) {
        let r = dot(row, w) - y;
        loss += r * r * dot(row, row);
    }
    loss
}

#[differentiable]
fn horner<T: Real>(coefficients: &[T], x: T) -> T {
    let mut y = T::from_f64(0.0);
    for &c in coefficients.iter().rev() {
        y = y * x + c;
    }
    y
}

#[derive(Clone, Copy, Differentiable)]
struct Rates {
    up: f64,
    down: f64,
}

#[derive(Clone, Differentiable)]
struct Chain {
    stiffness: Vec<f64>,
    rest: f64,
}

#[differentiable]
impl Chain {
    /// The energy at some positions, damped.
    fn energy(&self, x: &[f64], rates: Rates, scale: f64) -> f64 {
        let mut e = 0.0;
        for i in 1..x.len() {
            let stretch = x[i] - x[i - 1] - self.rest;
            let rate = if stretch > 0.0 { rates.up } else { rates.down };
            e += self.stiffness[i - 1] * stretch * stretch * rate
                / (1.0 + scale * stretch * stretch);
        }
        e
    }
}

/// All of the chain's arguments in turn.
#[differentiable]
fn energies(p: &[f64]) -> f64 {
    let fixed = Chain {
        stiffness: vec![1.0, 2.0, 0.5],
        rest: 0.3,
    };
    let free = Chain {
        stiffness: vec![p[0], p[1], 1.5],
        rest: p[2],
    };
    let (at, rates) = ([0.0, 0.7, 0.9, 2.0], Rates { up: 1.1, down: 0.4 });
    fixed.energy(p, rates, 0.2)
        + free.energy(&at, rates, 0.2)
        + fixed.energy(
            &at,
            Rates {
                up: p[0],
                down: p[3],
            },
            0.1,
        )
        + fixed.energy(&at, rates, p[1])
        + horner(&[1.0, -0.5, 0.25], p[0])
        + horner(p, 0.6)
}

/// A sum over a tree of halves, beside weights that are halved with it.
#[differentiable]
fn halves(x: &[f64], weights: &[f64]) -> f64 {
    if x.len() < 2 {
        return dot(x, weights);
    }
    let middle = x.len() / 2;
    let mut wide = 0.0;
    for v in x {
        wide += v * weights[0];
    }
    let fixed = [0.5, 1.5, -1.0, 2.0];
    wide * halves(&x[..middle], &weights[..middle])
        + halves(&x[middle..], &fixed[..x.len() - middle])
}

#[test]
fn gradients_are_right() {
    let (by_first, by_second) = reach::gradient(0.3, -0.8, &[1.0, 0.4, 0.2]);
    let reached = |v: &[f64]| reach(v[0], v[1], &[1.0, 0.4, 0.2]);
    assert_grad(reached, &[0.3, -0.8], &[by_first, by_second]);

    let rows = vec![
        vec![1.0, 0.5, -0.3, 0.2, 0.9],
        vec![0.1, -1.0, 0.6, 0.4, -0.2],
    ];
    let (w, y) = ([0.2, -0.4, 0.8, 0.1, 0.5], [0.7, -0.1]);
    let loss = |v: &[f64]| ridge(v, &rows, &y);
    assert_grad(loss, &w, &ridge::gradient(&w, &rows, &y));

    for p in [[0.4, 1.2, 0.5, 0.9], [0.9, 0.2, 0.8, 0.1]] {
        assert_grad(energies, &p, &energies::gradient(&p));
        let weights = [0.3, 0.9, -0.6, 1.1];
        let by_x = |v: &[f64]| halves(v, &weights);
        let (dx, dw) = halves::gradient(&p, &weights);
        assert_grad(by_x, &p, &dx);
        assert_grad(|v| halves(&p, v), &weights, &dw);
    }
}
