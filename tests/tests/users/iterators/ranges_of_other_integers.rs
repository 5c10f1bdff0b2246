//! Ranges of other integers than `usize`, beside other iterators.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn blurred(v: &[f64]) -> f64 {
    let kernel = [0.25, 0.5, 0.25];
    let n = v.len() as isize;
    let mut sum = 0.0;
    for i in 0..n {
        let mut around = 0.0;
        for (offset, weight) in (-1..=1).zip(kernel) {
            let at = i + offset;
            if at < 0 || at >= n {
                continue;
            }
            around += weight * v[at as usize];
        }
        sum += around * around;
    }
    sum
}

#[differentiable]
fn paired(v: &[f64]) -> f64 {
    let first: f64 = (-2..3).zip(v).map(|(o, x)| f64::from(o) * x * x).sum();
    let back: f64 = (-1i32..=1)
        .rev()
        .enumerate()
        .map(|(i, o)| v[i] * f64::from(o))
        .sum();
    let powers: f64 = v.iter().zip(-1..).map(|(x, o)| x.powi(o)).sum();
    let steps: f64 = (-4..=4)
        .step_by(4)
        .zip(v.iter())
        .map(|(o, x)| x.powi(o))
        .sum();
    first + back * powers + steps
}

#[differentiable]
fn neighbours(v: &[f64]) -> f64 {
    let places = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
    places
        .filter(|&(x, y)| (x, y) != (0, 0))
        .map(|(x, y)| v[(x + 1) as usize] * v[(y + 1) as usize] * f64::from(x * y + 2))
        .sum()
}

#[differentiable]
fn ranked(v: &[f64]) -> f64 {
    let scatter = |i: u32| f64::from(i.wrapping_mul(0x9E37_79B9) >> 20) / 4096.0;
    let noisy: f64 = v.iter().zip(0u32..).map(|(x, i)| x * scatter(i)).sum();
    let weighted: f64 = (1u8..9)
        .zip(v)
        .map(|(rank, x)| x * x / f64::from(rank))
        .sum();
    noisy * weighted
}

#[differentiable]
fn beside_rows(v: &[f64]) -> f64 {
    let kernel = [[0.1, v[0], 0.3], [v[1], 0.2, v[2]]];
    let mut sum = 0.0;
    for (dy, row) in (-1isize..=1).zip(&kernel) {
        for (dx, k) in (-1isize..=1).zip(row) {
            sum += k * k * (dx + 2 * dy) as f64;
        }
    }
    for row in &kernel {
        for (k, i) in row.iter().zip(-2i32..) {
            sum += k.powi(3) * f64::from(i);
        }
        for (i, k) in (1..=3).rev().zip(row) {
            sum += k * k * i as f64;
        }
        for (i, k) in (-1i64..2).zip(row).skip(1) {
            sum += k.sin() * i as f64;
        }
    }
    sum
}

#[test]
fn gradients_are_right() {
    for x in [[0.5, 0.7, 0.9, 0.3, 0.4], [1.5, 0.2, -0.8, 0.6, 1.1]] {
        assert_grad(blurred, &x, &blurred::gradient(&x));
        assert_grad(ranked, &x, &ranked::gradient(&x));
        assert_grad(beside_rows, &x, &beside_rows::gradient(&x));
        assert_grad(paired, &x, &paired::gradient(&x));
        assert_grad(neighbours, &x[..3], &neighbours::gradient(&x[..3]));
    }
}
