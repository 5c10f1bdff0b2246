//! Loops over pairs and in nests, whose iterations may end early, and sums that are scaled behind them.

use crate::{assert_grad, check};
use pullback::{Differentiable, differentiable};

#[differentiable]
fn lennard_jones(x: &[[f64; 3]], cutoff: f64) -> f64 {
    let mut energy = 0.0;
    for (i, a) in x.iter().enumerate() {
        for b in &x[i + 1..] {
            let r2: f64 = a.iter().zip(b).map(|(p, q)| (p - q).powi(2)).sum();
            if r2 > cutoff * cutoff {
                continue;
            }
            let s6 = (0.1 / r2).powi(3);
            energy += 4.0 * (s6 * s6 - s6);
        }
    }
    energy
}

#[derive(Clone, Copy, Differentiable)]
struct Charge {
    x: f64,
    y: f64,
    q: f64,
}

#[differentiable]
impl Charge {
    fn distance_squared(&self, other: &Charge) -> f64 {
        (self.x - other.x).powi(2) + (self.y - other.y).powi(2)
    }
}

#[differentiable]
fn coulomb(charges: &[Charge]) -> f64 {
    let mut energy = 0.0;
    for i in 0..charges.len() {
        for j in 0..charges.len() {
            if i == j {
                continue;
            }
            let r = charges[i].distance_squared(&charges[j]).sqrt();
            energy += charges[i].q * charges[j].q / r;
        }
    }
    energy
}

#[differentiable]
fn weighted_rows(x: &[f64], w: &[f64], c: f64) -> f64 {
    let mut total = 0.0;
    for i in 0..w.len() {
        let k = w[i] * c;
        let mut s = 0.0;
        for j in 0..x.len() {
            if x[j] < 0.0 {
                continue;
            }
            s += x[j].sqrt() * w[i];
        }
        total += k * s / (1.0 + k * k);
    }
    total * c
}

#[differentiable]
fn three_deep(x: &[f64]) -> f64 {
    let mut e = 0.0;
    for i in 0..x.len() {
        let a = x[i].exp();
        for j in 0..i {
            let b = (a * x[j]).tanh();
            for k in 0..j {
                if x[k] > 1.5 {
                    continue;
                }
                e += (b * x[k] * a).cos();
            }
        }
    }
    e
}

#[differentiable]
fn skipped_rows(x: &[f64], w: &[f64]) -> f64 {
    let mut e = 0.0;
    'rows: for i in 0..w.len() {
        if w[i] < 0.4 {
            continue;
        }
        for j in 0..x.len() {
            if x[j] > w[i] + 1.0 {
                continue 'rows;
            }
            e += (w[i] * x[j]).exp();
        }
        e += w[i].sin();
    }
    e
}

#[differentiable]
fn worked_on(x: &[f64]) -> f64 {
    let n = x.len();
    let mut work = vec![0.0; n];
    let mut e = 0.0;
    for i in 0..n {
        for j in 0..n {
            work[j] = x[i] * x[j];
        }
        for j in 0..n {
            if work[j] < 0.2 {
                continue;
            }
            e += work[j].sqrt() * work[0];
        }
    }
    e
}

#[differentiable]
fn carried(x: &[f64]) -> f64 {
    let mut e = 0.0;
    let mut c = 0.0;
    for i in 0..x.len() {
        let mut q = x[i];
        for v in x {
            q = 0.5 * q + v;
            e += q.sin();
        }
        c += q;
    }
    e + c * c
}

#[differentiable]
fn kept_around(x: &[f64], w: &[f64]) -> f64 {
    let mut e = 0.0;
    for i in (0..x.len()).rev() {
        if x[i] > 1.15 {
            e = 0.5 * e;
        }
        for k in 0..x.len() {
            for j in 0..k {
                e -= w[j] + x[i];
                e += w[k];
            }
            e -= w[k];
        }
        e += x[i].sin();
    }
    e
}

#[differentiable]
fn left_in_turn(x: &[f64]) -> f64 {
    let mut e = 0.0;
    for (i, &v) in x.iter().enumerate() {
        if v < 0.1 {
            continue;
        }
        let l = v.ln();
        if i % 2 == 0 {
            e += l;
            continue;
        }
        let m = l * v;
        if m > 0.3 {
            e += m.sqrt();
            continue;
        }
        e -= m * m;
    }
    e
}

#[differentiable]
fn scaled(x: &[f64], c: f64) -> f64 {
    let s: f64 = x.iter().map(|v| (v * v).exp()).sum();
    c * s + x[0] * s / (1.0 + c * c)
}

#[differentiable]
fn scaled_by_what_is_summed(x: &[f64], c: f64) -> f64 {
    let mut s = 0.0;
    for v in x {
        if *v < c {
            continue;
        }
        s += (c * v).sin() / v;
    }
    s * c * x[1]
}

#[differentiable]
fn product(x: &[f64], l: f64) -> f64 {
    let a: f64 = x.iter().map(|v| (v - 1.0).sin()).sum();
    let b: f64 = x.iter().map(|v| v * v * v.cos()).sum();
    l * a + b * l + a * b
}

const ROWS: [&[f64]; 3] = [
    &[0.3, 0.7, 1.1, 0.9, 0.23, 1.6],
    &[1.2, 0.41, 0.6, 0.25, 1.9, 0.83],
    &[-0.5, 0.9, 0.31, 0.75, 0.44, 0.38],
];

#[test]
fn pairs_within_reach() {
    let points = |x: &[f64]| -> Vec<[f64; 3]> { x.chunks(3).map(|p| [p[0], p[1], p[2]]).collect() };
    let near = [0.1, 0.2, 0.3, 0.5, 0.4, 0.7, 0.2, 0.9, 0.6];
    let far = [0.3, 0.3, 0.8, 4.0, 0.25, 1.9, 0.2, 0.9, 0.6];
    for cutoff in [0.5, 0.9] {
        let gradient = |x: &[f64]| {
            lennard_jones::gradient(&points(x), cutoff)
                .0
                .into_flattened()
        };
        check(
            |x| lennard_jones(&points(x), cutoff),
            gradient,
            &[&near, &far],
        );
    }
    let charges = |x: &[f64]| -> Vec<Charge> {
        let each = x.chunks(3);
        each.map(|c| Charge {
            x: c[0],
            y: c[1],
            q: c[2],
        })
        .collect()
    };
    let gradient = |x: &[f64]| {
        let by_charges = coulomb::gradient(&charges(x));
        by_charges.iter().flat_map(|c| [c.x, c.y, c.q]).collect()
    };
    check(|x| coulomb(&charges(x)), gradient, &ROWS);
}

#[test]
fn nests() {
    let by_rows = |x: &[f64]| {
        let (dx, dw, dc) = weighted_rows::gradient(&x[..2], &x[2..5], x[5]);
        [dx, dw, vec![dc]].concat()
    };
    check(|x| weighted_rows(&x[..2], &x[2..5], x[5]), by_rows, &ROWS);
    let skipped = |x: &[f64]| {
        let (dx, dw) = skipped_rows::gradient(&x[..3], &x[3..]);
        [dx, dw].concat()
    };
    check(|x| skipped_rows(&x[..3], &x[3..]), skipped, &ROWS);
    let kept = |x: &[f64]| {
        let (dx, dw) = kept_around::gradient(&x[..3], &x[3..]);
        [dx, dw].concat()
    };
    check(|x| kept_around(&x[..3], &x[3..]), kept, &ROWS);
    check(three_deep, |x| three_deep::gradient(x), &ROWS);
    check(worked_on, |x| worked_on::gradient(x), &ROWS);
    check(carried, |x| carried::gradient(x), &ROWS);
}

#[test]
fn sums_that_are_scaled() {
    check(left_in_turn, |x| left_in_turn::gradient(x), &ROWS);
    let by = |(dx, dc): (Vec<f64>, f64)| [vec![dc], dx].concat();
    check(
        |x| scaled(&x[1..], x[0]),
        |x| by(scaled::gradient(&x[1..], x[0])),
        &ROWS,
    );
    check(
        |x| scaled_by_what_is_summed(&x[1..], x[0]),
        |x| by(scaled_by_what_is_summed::gradient(&x[1..], x[0])),
        &ROWS,
    );
    check(
        |x| product(&x[1..], x[0]),
        |x| by(product::gradient(&x[1..], x[0])),
        &ROWS,
    );
}

#[test]
fn both_rules_say_the_same() {
    for x in ROWS {
        let (value, pullback) = three_deep::vjp(x);
        assert_eq!(value, three_deep(x));
        assert_eq!(three_deep::value_and_gradient(x).0, value);
        for _ in 0..2 {
            assert_grad(three_deep, x, &pullback.call(1.0));
            assert_grad(|x| 0.5 * three_deep(x), x, &pullback.call(0.5));
        }
    }
}
