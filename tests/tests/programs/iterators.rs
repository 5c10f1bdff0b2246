//! Iterator chains over slices, and slices of slices.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn skip_and_take(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x.iter().skip(1) {
        s = s * 0.5 + v * v;
    }
    for v in x.iter().take(2) {
        s *= v + 1.0;
    }
    s
}
check!(skip_and_take_checks, skip_and_take(&[0.3, 0.5, 0.9]));

#[differentiable]
fn windows_of_two(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for w in x.windows(2) {
        s += (w[1] - w[0]).powi(2);
    }
    s
}
check!(windows_of_two_checks, windows_of_two(&[0.3, 0.5, 0.9]));

#[differentiable]
fn chunks_of_two(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for c in x.chunks(2) {
        s += c[0] * c[c.len() - 1];
    }
    s
}
check!(chunks_of_two_checks, chunks_of_two(&[0.3, 0.5, 0.9]));

#[differentiable]
fn mapped(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x.iter().map(|v| v * v) {
        s += v.sin();
    }
    s
}
check!(mapped_checks, mapped(&[0.3, 0.5, 0.9]));

#[differentiable]
fn summed(x: &[f64]) -> f64 {
    let s: f64 = x.iter().sum();
    s * s
}
check!(summed_checks, summed(&[0.3, 0.5, 0.9]));

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}
check!(norm_checks, norm(&[0.3, 0.5, 0.9]));

#[differentiable]
fn folded(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |a, b| a * 0.5 + b * b)
}
check!(folded_checks, folded(&[0.3, 0.5, 0.9]));

#[differentiable]
fn filled(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let s = v[0] * v[1];
    v.fill(x[2]);
    v[0] * v[1] * s
}
check!(filled_checks, filled(&[0.3, 0.5, 0.9]));

#[differentiable]
fn copied_from(x: &[f64]) -> f64 {
    let mut v = vec![0.0; 3];
    v.copy_from_slice(x);
    v[0] *= v[1];
    v[0] * v[2]
}
check!(copied_from_checks, copied_from(&[0.3, 0.5, 0.9]));

#[differentiable]
fn rows_by_iter_mut(m: &mut [[f64; 2]]) -> f64 {
    for (i, row) in m.iter_mut().enumerate() {
        for v in row.iter_mut() {
            *v = *v * *v + i as f64;
        }
    }
    m[0][0] * m[1][1]
}
check!(
    rows_by_iter_mut_checks,
    rows_by_iter_mut(&mut [[0.3, 0.4], [0.5, 0.6]])
);

#[differentiable]
fn vectors_by_iter_mut(x: f64) -> f64 {
    let mut m = vec![vec![x, 2.0], vec![x * x, 1.0]];
    for row in m.iter_mut() {
        row[0] *= row[1] + x;
        row[1] = row[0].sin();
    }
    let mut s = 0.0;
    for row in &m {
        for v in row {
            s = s * 0.5 + v;
        }
    }
    s
}
check!(vectors_by_iter_mut_checks, vectors_by_iter_mut(0.7));

#[differentiable]
fn squared(v: &mut [f64]) {
    for a in v.iter_mut() {
        *a *= *a;
    }
}

#[differentiable]
fn helper_on_overlapping_parts(x: f64) -> f64 {
    let mut v = vec![x, x * 2.0, 1.5];
    squared(&mut v[1..]);
    squared(&mut v[..2]);
    v[0] * v[1] + v[2]
}
check!(
    helper_on_overlapping_parts_checks,
    helper_on_overlapping_parts(0.7)
);

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..a.len() {
        s += a[i] * b[i];
    }
    s
}

#[differentiable]
fn rows_passed_on(x: f64) -> f64 {
    let mut m = vec![vec![x, 1.0], vec![2.0, x]];
    let d = dot(&m[0], &m[1]);
    m[0][1] = d;
    dot(&m[0], &m[0]) + d
}
check!(rows_passed_on_checks, rows_passed_on(0.7));
