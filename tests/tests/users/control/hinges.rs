//! Loops whose iterations give something on one way of a branch only.

use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn shadowing(x: &[f64], w: f64) -> f64 {
    let mut e = 0.0;
    for i in 0..x.len() {
        let d = x[i] - w;
        let r = d * d;
        if r > 0.4 {
            continue;
        }
        let d = r.sqrt() + x[0];
        e += d * r.exp();
    }
    e
}

#[differentiable]
fn bound_by_a_pattern(x: &[f64], w: f64) -> f64 {
    let mut e = 0.0;
    for i in 0..x.len() {
        let d = (x[i] - w).exp();
        let r = d * d * x[0];
        let chosen = if r > 0.6 { Some(r) } else { None };
        match chosen {
            Some(d) => e += d.sqrt() * d,
            None => {}
        }
    }
    e
}

#[differentiable]
fn squared_hinge(x: &[f64], w: &[f64]) -> f64 {
    let mut s = 0.0;
    for row in x.chunks(w.len()) {
        let m = 1.0 - w.iter().zip(row).map(|(a, b)| a * b).sum::<f64>();
        if m > 0.0 {
            s += m.powi(2);
        }
    }
    s
}

#[differentiable]
fn remembered_hinge(x: &[f64], w: &[f64]) -> f64 {
    let mut s = 0.0;
    for row in x.chunks(w.len()) {
        let m = 1.0 - w.iter().zip(row).map(|(a, b)| (a * b).sin()).sum::<f64>();
        if m <= 0.3 {
            continue;
        }
        s += m.sqrt();
    }
    s
}

#[differentiable]
fn used_behind_as_well(x: &[f64], w: &[f64]) -> f64 {
    let mut s = 0.0;
    for row in x.chunks(w.len()) {
        let mut h = vec![0.0; w.len()];
        for k in 0..w.len() {
            h[k] = w[k] * row[k];
        }
        let m = 1.0 - h.iter().sum::<f64>();
        s += if m > 0.0 { m * m * m } else { 0.0 };
        s += 0.1 * h[0];
    }
    s
}

#[differentiable]
fn two_ways(x: &[f64], w: &[f64]) -> f64 {
    let mut t = 0.0;
    for row in x.chunks(w.len()) {
        let mut s = 0.0;
        for k in 0..w.len() {
            s += (w[k] * row[k]).tanh();
        }
        if s > 0.5 {
            t += s.exp();
        } else if s > 0.2 {
            t -= s * s;
        }
    }
    t
}

#[differentiable]
fn one_after_the_other(x: &[f64], w: &[f64]) -> f64 {
    let mut t = 0.0;
    for row in x.chunks(w.len()) {
        let q = [row[0] * w[0], row[1] * w[1], row[0].sin()];
        let s: f64 = q.iter().sum();
        if s < 0.9 {
            continue;
        }
        let u = q[2] * s;
        if u < 0.9 {
            continue;
        }
        t += u.ln();
    }
    t
}

#[differentiable]
fn carried_on(x: &[f64], w: &[f64]) -> f64 {
    let mut t = 0.0;
    let mut buffer = vec![0.0; w.len()];
    for a in x {
        for k in 0..w.len() {
            buffer[k] = buffer[k] * 0.5 + w[k] * a;
        }
        let m: f64 = buffer.iter().map(|v| v * v).sum();
        if m > 0.8 {
            t += m.sqrt();
        }
    }
    t
}

#[differentiable]
fn stepped(x: &[f64], w: &[f64]) -> f64 {
    let mut t = 0.0;
    for a in x {
        let (mut z, mut n) = (*a, 0);
        while z < 2.0 && n < 5 {
            z = z * 1.5 + w[0];
            n += 1;
        }
        if z > 2.3 {
            t += (z * w[1]).sin();
        }
    }
    t
}

#[derive(Clone, Differentiable)]
struct Disc {
    centre: [f64; 2],
    radius: f64,
}

#[differentiable]
impl Disc {
    fn gap(&self, other: &Disc) -> f64 {
        let d = [
            self.centre[0] - other.centre[0],
            self.centre[1] - other.centre[1],
        ];
        (d[0] * d[0] + d[1] * d[1]).sqrt() - self.radius - other.radius
    }
}

#[differentiable]
fn overlap(x: &[f64]) -> f64 {
    let disc = |c: &[f64]| Disc {
        centre: [c[0], c[1]],
        radius: c[2],
    };
    let discs: Vec<Disc> = x.chunks(3).map(disc).collect();
    let mut e = 0.0;
    for i in 0..discs.len() {
        for j in 0..i {
            let gap = discs[i].gap(&discs[j]);
            if gap < 0.0 {
                e += gap * gap * discs[i].radius;
            }
        }
    }
    e
}

const POINTS: [&[f64]; 3] = [
    &[0.3, 0.7, 1.1, 0.9, 0.23, 1.6],
    &[1.2, 0.41, 0.6, 0.25, 1.9, 0.83],
    &[0.55, 0.9, 0.31, 0.75, 0.44, 0.38],
];

/// Checks both rules of functions, the one that goes along and the one of `vjp`.
macro_rules! check_both {
    ($($function:ident($x:ident: $($argument:expr),+ => $parts:pat => $all:expr);)+) => {$(
        check(
            |$x| $function($($argument),+),
            |$x| {
                let $parts = $function::gradient($($argument),+);
                $all.concat()
            },
            &POINTS,
        );
        check(
            |$x| $function($($argument),+),
            |$x| {
                let $parts = $function::vjp($($argument),+).1.call(1.0);
                $all.concat()
            },
            &POINTS,
        );
    )+};
}

#[test]
fn other_ways_give_nothing() {
    check_both! {
        shadowing(x: &x[1..], x[0] => (dx, dw) => [vec![dw], dx]);
        bound_by_a_pattern(x: &x[1..], x[0] => (dx, dw) => [vec![dw], dx]);
        squared_hinge(x: &x[..4], &x[4..] => (dx, dw) => [dx, dw]);
        remembered_hinge(x: &x[..4], &x[4..] => (dx, dw) => [dx, dw]);
        used_behind_as_well(x: &x[..4], &x[4..] => (dx, dw) => [dx, dw]);
        two_ways(x: &x[..4], &x[4..] => (dx, dw) => [dx, dw]);
        one_after_the_other(x: &x[..4], &x[4..] => (dx, dw) => [dx, dw]);
        carried_on(x: &x[..4], &x[4..] => (dx, dw) => [dx, dw]);
        stepped(x: &x[..4], &x[4..] => (dx, dw) => [dx, dw]);
        overlap(x: x => dx => [dx]);
    }
}
