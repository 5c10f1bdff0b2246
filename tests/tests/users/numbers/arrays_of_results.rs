//! Arrays and tuples that are returned say what the calls give that their items are made of, and items of arrays what
//! they were made of; not so products of what need not be floats.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, Mul};

#[differentiable]
fn length(v: &[f64; 3]) -> f64 {
    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt()
}

#[differentiable]
fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    let x = a[1] * b[2] - a[2] * b[1];
    [x, a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// `v` turned about `r`, by the length of `r`.
#[differentiable]
fn turned(r: &[f64; 3], v: &[f64; 3]) -> [f64; 3] {
    let angle = length(r);
    if angle < 0.1 {
        let moved = cross(r, v);
        return [v[0] + moved[0], v[1] + moved[1], v[2] + moved[2]];
    }
    let (sin, cos) = angle.sin_cos();
    let mut axis = [r[0] / angle, r[1] / angle, r[2] / angle];
    let across = cross(&axis, v);
    let along = (axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]) * (1.0 - cos);
    axis[2] *= 1.0;
    [
        v[0] * cos + across[0] * sin + axis[0] * along,
        v[1] * cos + across[1] * sin + axis[1] * along,
        v[2] * cos + across[2] * sin + axis[2] * along,
    ]
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair {
    x: f64,
    y: f64,
}

#[differentiable]
impl Mul for Pair {
    type Output = f64;

    fn mul(self, other: Pair) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

#[differentiable]
impl Mul<f64> for Pair {
    type Output = Pair;

    fn mul(self, by: f64) -> Pair {
        Pair {
            x: self.x * by,
            y: self.y * by,
        }
    }
}

#[differentiable]
impl Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        Pair {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

#[differentiable]
fn pair(x: f64, y: f64) -> Pair {
    Pair {
        x: x * y,
        y: x.sin(),
    }
}

/// The items are floats, what is multiplied are pairs, and so is what an array is made of.
#[differentiable]
fn products(x: f64, y: f64) -> (f64, [f64; 2], Vec<f64>) {
    let (p, q) = (pair(x, y), pair(y, x));
    let both = [p + q, p * 2.0];
    let norms = [p * p, q * q + x];
    let list = vec![norms[0] * norms[1], both[0] * both[1]];
    (p * q, [both[1] * q * 0.5, norms[1]], list)
}

#[differentiable]
fn all(p: &[f64]) -> f64 {
    let small = [0.01 * p[0], 0.02 * p[1], 0.03];
    let (v, r) = ([p[0], p[1], p[2]], [p[2], p[3], p[0]]);
    let (there, back) = (turned(&r, &v), turned(&small, &v));
    let (one, two, list) = products(p[1], p[3]);
    let turned = there[0] * back[1] + there[1] - there[2] * back[2];
    turned + one * two[0] + two[1] + list[0] * list[1]
}

#[test]
fn gradient_is_right() {
    for p in [[0.3, 0.7, -0.4, 1.1], [-0.8, 0.2, 0.9, 0.6]] {
        assert_grad(all, &p, &all::gradient(&p));
        assert_eq!(all::gradient(&p), all::gradient(&p));
    }
}
