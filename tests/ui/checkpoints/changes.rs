//! What a marked loop changes has to be seen, and has to be there.

#![allow(unused_assignments)]

use pullback::differentiable;
use std::cell::Cell;

#[differentiable]
fn behind_a_cell(x: f64, n: usize) -> f64 {
    let rounds = Cell::new(0);
    let mut y = x;
    #[checkpoint]
    for _ in 0..n {
        rounds.set(rounds.get() + 1);
        y = y.sin();
    }
    y * rounds.get() as f64
}

#[differentiable]
fn not_there_before(x: f64, n: usize) -> f64 {
    let mut y = x;
    let mut half;
    #[checkpoint]
    for _ in 0..n {
        half = 0.5 * y;
        y = half.sin();
    }
    y
}

#[differentiable]
fn too_many(x: f64, n: usize) -> f64 {
    let (mut a, mut b, mut c, mut d, mut e) = (x, x, x, x, x);
    let (mut f, mut g, mut h, mut i, mut j) = (x, x, x, x, x);
    let (mut k, mut l, mut m) = (x, x, x);
    #[checkpoint]
    for _ in 0..n {
        (a, b, c, d, e) = (b, c, d, e, f);
        (f, g, h, i, j) = (g, h, i, j, k);
        (k, l, m) = (l, m, a.sin());
    }
    m
}

fn main() {}
