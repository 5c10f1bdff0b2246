//! States of a simulation that are moved on: the last one, the one before it, and the best one.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn moved_on(x: &[f64], c: f64, steps: usize) -> f64 {
    let n = x.len();
    let mut prev = x.to_vec();
    let mut cur = x.iter().map(|v| v * v).collect::<Vec<f64>>();
    for _ in 0..steps {
        let mut next = vec![0.0; n];
        for i in 1..n - 1 {
            next[i] = 2.0 * cur[i] - prev[i] + c * (cur[i - 1] - 2.0 * cur[i] + cur[i + 1]);
        }
        prev = cur;
        cur = next;
    }
    cur.iter().map(|v| v * v).sum::<f64>() + prev[1]
}
#[differentiable]
fn cloned(x: &[f64], c: f64, steps: usize) -> f64 {
    let n = x.len();
    let mut prev = x.to_vec();
    let mut cur = x.to_vec();
    let mut total = 0.0;
    for k in 0..steps {
        let before = cur.clone();
        for i in 1..n - 1 {
            cur[i] = before[i] + c * (before[i - 1] * prev[i + 1] - before[i]);
        }
        if k % 2 == 0 {
            prev = before;
        } else {
            prev = cur.clone();
            total += before[0] * c;
        }
    }
    total + cur.iter().zip(&prev).map(|(a, b)| a * b).sum::<f64>()
}
#[differentiable]
fn growing(x: &[f64], c: f64, steps: usize) -> f64 {
    let mut row = x.to_vec();
    let mut last = vec![c];
    for k in 0..steps {
        let mut next = vec![c; row.len() + 1];
        for i in 0..row.len() {
            next[i + 1] += row[i] * last[i % last.len()];
        }
        last = row;
        row = next;
        row[k % 2] *= c;
    }
    row.iter().sum::<f64>() * last[0]
}
#[differentiable]
fn bdf(x: &[f64], c: f64, steps: usize) -> f64 {
    let (mut a, mut b) = (x.to_vec(), x.to_vec());
    for _ in 0..steps {
        let y: Vec<f64> = a
            .iter()
            .zip(&b)
            .map(|(a, b)| (4.0 * a - b) / 3.0 + c * a.sin())
            .collect();
        b = a;
        a = y;
        b[0] = b[0] * a[1];
    }
    a.iter().sum::<f64>() + b.iter().map(|v| v * v * v).sum::<f64>()
}
#[differentiable]
fn kept(x: &[f64], c: f64, steps: usize) -> f64 {
    let mut best = x.to_vec();
    let mut cur = x.to_vec();
    let mut low = 1e3;
    for _ in 0..steps {
        for v in cur.iter_mut() {
            *v -= c * (*v).cos();
        }
        let e: f64 = cur.iter().map(|v| v * v).sum();
        if e < low {
            low = e;
            best = cur.clone();
        }
    }
    best.iter().map(|v| v.sin()).sum::<f64>() + low
}
const POINTS: [&[f64]; 3] = [
    &[0.3, 1.0, 0.4, 0.7, 0.2, 1.1],
    &[0.6, 0.1, 0.9, 0.5, 0.8, 0.35],
    &[0.2, 0.9, 0.3, 0.6, 0.4, 0.7],
];

macro_rules! check_both {
    ($($function:ident)+) => {$(
        for steps in [0, 1, 2, 5] {
            let f = |x: &[f64]| $function(&x[1..], x[0], steps);
            let all = |(dx, dc): (Vec<f64>, f64)| [vec![dc], dx].concat();
            check(f, |x| all($function::gradient(&x[1..], x[0], steps)), &POINTS);
            let by_pullback = |x: &[f64]| {
                let (_, pullback) = $function::vjp(&x[1..], x[0], steps);
                let first: (Vec<f64>, f64) = pullback.call(1.0);
                assert_eq!(first, pullback.call(1.0));
                all(first)
            };
            check(f, by_pullback, &POINTS);
        }
    )+};
}

#[test]
fn states_are_moved_on() {
    check_both!(moved_on cloned growing bdf kept);
}
