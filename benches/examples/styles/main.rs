//! What gradients cost in programs of many styles, written as users write them: with methods and operators,
//! iterators, vectors of vectors, structs, enums and closures. Nobody wrote these gradients by hand; what stands
//! out is what to look at next.
//!
//! `cargo run --release -p pullback-benches --example styles [part of a name]`

#[allow(clippy::all, reason = "they are as users write them")]
mod kernels;

use kernels::*;
use pullback_benches::memory::measured;
use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The time of a call, the fastest of many batches.
fn fastest(mut call: impl FnMut()) -> Duration {
    let mut batch = |calls: u32| {
        let start = Instant::now();
        (0..calls).for_each(|_| call());
        start.elapsed()
    };
    let mut calls = 1;
    while batch(calls) < Duration::from_micros(500) {
        calls *= 2;
    }
    let batches = (0..25).map(|_| batch(calls));
    batches.min().unwrap_or_default() / calls
}

fn row(name: &str, mut primal: impl FnMut(), mut gradient: impl FnMut()) {
    primal();
    gradient();
    let allocations =
        [measured(&mut primal), measured(&mut gradient)].map(|((), used)| used.allocations);
    let [primal, gradient] = [fastest(primal), fastest(gradient)];
    let ratio = gradient.div_duration_f64(primal);
    println!("{name:18} {primal:>10.1?} {ratio:8.2} {allocations:?}");
}

/// The row of a function at these arguments, whose gradient has these parts.
macro_rules! row {
    ($function:ident($($argument:expr),*) -> $part:ident) => {
        row!(@ $function, [$($argument),*], mut $part, $part)
    };
    ($function:ident($($argument:expr),*) -> $($part:ident)*) => {
        row!(@ $function, [$($argument),*], ($(mut $part),*), $($part)*)
    };
    (@ $function:ident, [$($argument:expr),*], $parts:pat, $($part:ident)*) => {
        if std::env::args().nth(1).is_none_or(|part| stringify!($function).contains(&part)) {
            let (_, $parts) = $function::value_and_gradient($($argument),*);
            row(
                stringify!($function),
                || {
                    black_box($function($(black_box($argument)),*));
                },
                || {
                    let value = $function::value_and_gradient_into(
                        $(black_box($argument),)* $(&mut $part),*
                    );
                    black_box(value);
                },
            );
        }
    };
}

/// Numbers between 0.1 and 1.1.
fn numbers(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        0.1 + (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    (0..n).map(next).collect()
}

fn main() {
    println!("program                primal    ratio [allocations of primal, gradient]");

    let x = numbers(1000, 1);
    let y = numbers(1000, 2);
    let vv = |n: usize, m: usize, s: u64| -> Vec<Vec<f64>> {
        (0..n).map(|i| numbers(m, s + i as u64)).collect()
    };
    // Symmetric and positive.
    let spd = |n: usize| {
        let rows = vv(n, n, 5);
        let entry =
            |i: usize, j: usize| rows[i.max(j)][i.min(j)] + if i == j { n as f64 } else { 0.0 };
        let row = |i| (0..n).map(|j| entry(i, j)).collect();
        (0..n).map(row).collect::<Vec<Vec<f64>>>()
    };
    row!(chosen_calls(&x[..]) -> a);
    row!(chosen_inline(&x[..]) -> a);
    row!(plain_calls(&x[..]) -> a);
    row!(early(&x[..], 1e9) -> a b);
    let shapes: Vec<Shape> = (0..1000)
        .map(|i| {
            if i % 2 == 0 {
                Shape::Disc { r: x[i] }
            } else {
                Shape::Rect { w: x[i], h: y[i] }
            }
        })
        .collect();
    row!(compact(&shapes[..]) -> a);
    row!(huber(&x[..], &y[..], 0.3) -> a b c);
    row!(variance(&x[..]) -> a);
    let labels: Vec<usize> = (0..100).map(|i| i * 7 % 10).collect();
    row!(cross_entropy(&x[..], &labels[..], 10) -> a);
    let p = Poly {
        coefficients: numbers(8, 3),
    };
    row!(poly_loss(&p, &x[..], &y[..]) -> a b c);
    row!(heat(&x[..], 0.2, 20) -> a b);
    row!(heat_collect(&x[..], 0.2, 20) -> a b);
    let a40 = spd(40);
    row!(cholesky_logdet(&a40[..]) -> a);
    let flat: Vec<f64> = numbers(1600, 9);
    row!(lu_logdet(&flat[..], 40) -> a);
    let ps: Vec<V3> = (0..50)
        .map(|i| V3 {
            x: x[i],
            y: y[i],
            z: x[i + 100],
        })
        .collect();
    row!(potential(&ps[..]) -> a);
    row!(nbody(&ps[..20], 0.01, 10) -> a b);
    let pa: Vec<[f64; 3]> = ps.iter().map(|p| [p.x, p.y, p.z]).collect();
    row!(potential_plain(&pa[..]) -> a);
    row!(kalman(&x[..], 0.1, 0.2) -> a b c);
    row!(garch(&x[..], 0.1, 0.1, 0.5) -> a b c d);
    row!(binomial(1.0, 1.1, 0.05, 0.2, 100) -> a b c d);
    row!(portfolio(&x[..], &y[..], 0.05, 0.2) -> a b c d);
    let tr = vv(6, 6, 20);
    let em = vv(6, 8, 30);
    let obs: Vec<usize> = (0..100).map(|i| i * 5 % 8).collect();
    row!(hmm(&tr[..], &em[..], &obs[..]) -> a b);
    row!(soft_dtw(&x[..50], &y[..50], 0.1) -> a b c);
    row!(conv_loss(&x[..], &y[..9], &y[..]) -> a b c);
    let k9: [f64; 9] = numbers(9, 4).try_into().unwrap();
    row!(conv2d(&x[..900], &k9, 30, 30) -> a b);
    row!(biquad(&x[..], &[0.2, 0.3, 0.1], &[0.1, 0.05]) -> a b c);
    row!(pendulum(0.5, 0.1, 9.81, 200) -> a b c);
    row!(integral(0.7, 2.0) -> a b);
    row!(gp(&x[..40], &y[..40], 0.3, 0.1) -> a b c d);
    let b = Ball {
        pos: 1.0,
        vel: 0.5,
        mass: 2.0,
    };
    row!(balls(&b, 1000) -> a);
    let net = [
        Layer::Dense {
            w: vv(32, 16, 40),
            b: numbers(32, 41),
        },
        Layer::Tanh,
        Layer::Dense {
            w: vv(16, 32, 50),
            b: numbers(16, 42),
        },
        Layer::Relu,
    ];
    row!(network(&net[..], &x[..16]) -> a b);
    let m1 = Mat {
        rows: 20,
        cols: 20,
        data: numbers(400, 6),
    };
    let m2 = Mat {
        rows: 20,
        cols: 20,
        data: numbers(400, 7),
    };
    row!(mat_trace(&m1, &m2) -> a b);
    row!(moving(&x[..], 20) -> a);
    row!(pushes(&x[..]) -> a);
    row!(prefix(&x[..]) -> a);
    row!(fft_energy(&x[..256], &y[..256]) -> a b);
    row!(cg(&a40[..], &x[..40], 10) -> a b);
    let xs = vv(100, 10, 60);
    let ys: Vec<bool> = (0..100).map(|i| i % 3 == 0).collect();
    row!(logistic(&x[..10], &xs[..], &ys[..]) -> a b);
    row!(attention(&x[..320], &y[..320], &x[320..640], 8) -> a b c);
    row!(lj(&pa[..], 0.5) -> a b);
    row!(logistic_map(3.7, 0.3, 1000) -> a b);
    row!(spline(&x[..]) -> a);
    let cs: Vec<Circle> = (0..5)
        .map(|i| Circle {
            c: [x[i], y[i]],
            r: 0.1,
        })
        .collect();
    row!(render(&cs[..], 20) -> a);
    let d1 = Dense::<8, 16> {
        w: std::array::from_fn(|i| numbers(8, i as u64).try_into().unwrap()),
        b: numbers(16, 70).try_into().unwrap(),
    };
    let d2 = Dense::<16, 4> {
        w: std::array::from_fn(|i| numbers(16, i as u64 + 9).try_into().unwrap()),
        b: numbers(4, 71).try_into().unwrap(),
    };
    let x8: Vec<[f64; 8]> = (0..50)
        .map(|i| numbers(8, 80 + i).try_into().unwrap())
        .collect();
    row!(const_mlp(&d1, &d2, &x8[..]) -> a b c);
    row!(trimmed(&x[..], 100) -> a);
    let qty: HashMap<usize, f64> = (0..500).map(|i| (i * 2, i as f64)).collect();
    row!(lookup(&x[..], &qty) -> a);
    row!(options(&x[..]) -> a);
    row!(scan_sum(&x[..]) -> a);
    row!(power_method(&m1, &x[..20], 20) -> a b);
    row!(gated(&x[..], &y[..]) -> a b);
    row!(laplacian(&x[..], 25) -> a);
    row!(sgd(&x[..10], &xs[..], &y[..100], 0.01) -> a b c d);
    row!(gibbs(&x[..400], 20, 0.3) -> a b);
    row!(geo_asian(&x[..], 1.0, 0.2, 20, 50) -> a b c);
}
