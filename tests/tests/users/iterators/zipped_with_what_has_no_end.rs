//! What is paired with `successors`, counts and cycles.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn s1(p: &[f64]) -> f64 {
    p.iter()
        .zip(std::iter::successors(Some(1.0), |w| Some(w * 0.9)))
        .map(|(t, w)| w * t * t)
        .sum()
}
#[differentiable]
fn s2(p: &[f64]) -> f64 {
    p.iter()
        .zip(std::iter::successors(Some(1.0), |w| Some(w * p[1])))
        .map(|(t, w)| w * t * t)
        .sum::<f64>()
        + p[0]
}
#[differentiable]
fn s3(p: &[f64]) -> f64 {
    let weights = std::iter::successors(Some(p[0]), |w| Some(w * p[1]));
    p.iter().zip(weights).map(|(t, w)| w * t * t).sum::<f64>() + p[0]
}
#[differentiable]
fn s4(p: &[f64]) -> f64 {
    let stoich: [&[(usize, f64)]; 3] = [
        &[(0, -1.0), (1, 1.0)],
        &[(1, -1.0), (2, -1.0), (0, 1.0)],
        &[(2, -1.0)],
    ];
    let mut s = 0.0;
    for (row, x) in stoich.iter().zip(p) {
        for &(k, n) in *row {
            s += n * x * p[k];
        }
    }
    for row in stoich {
        for &(k, n) in row {
            s += n * p[k] * p[k];
        }
    }
    s
}
#[differentiable]
fn s5(p: &[f64]) -> f64 {
    p.iter()
        .zip(std::iter::repeat(p[0]))
        .map(|(a, b)| a * b)
        .sum::<f64>()
        + std::iter::repeat(p[1])
            .take(3)
            .zip(p)
            .map(|(a, b)| a * b)
            .sum::<f64>()
        + p.iter()
            .zip([1.0, 2.0].into_iter().cycle())
            .map(|(a, b)| a * a * b)
            .sum::<f64>()
}

#[differentiable]
fn c1(p: &[f64]) -> f64 {
    p.iter()
        .zip([4.0, 2.0].iter().cycle())
        .map(|(x, w)| w * x * x)
        .sum()
}
#[differentiable]
fn c2(p: &[f64]) -> f64 {
    p.iter()
        .zip([4.0, 2.0].into_iter().cycle())
        .map(|(x, w)| w * x * x)
        .sum()
}
#[differentiable]
fn c3(p: &[f64]) -> f64 {
    p.iter()
        .zip([p[0], 2.0].iter().cycle().skip(1))
        .map(|(x, w)| w * x * x)
        .sum()
}
#[differentiable]
fn c4(p: &[f64]) -> f64 {
    let ws = [4.0, p[1]];
    p.iter()
        .zip(ws.iter().cycle())
        .map(|(x, w)| w * x * x)
        .sum()
}
#[differentiable]
fn c5(p: &[f64]) -> f64 {
    [4.0, p[1]]
        .into_iter()
        .cycle()
        .zip(p)
        .map(|(w, x)| w * x * x)
        .sum()
}

#[differentiable]
fn s6(p: &[f64]) -> f64 {
    let h = p[0];
    let a: f64 = p
        .iter()
        .zip((0..).map(|k| k as f64 * h))
        .map(|(y, t)| y * t * t)
        .sum();
    let mut s = a;
    for (x, w) in p
        .iter()
        .rev()
        .zip(std::iter::successors(Some(1.0_f64), |&w| Some(w * 0.5 + h)).map(|w| w.sqrt()))
    {
        if *x > 0.5 {
            continue;
        }
        s += x * w;
    }
    s + p
        .iter()
        .enumerate()
        .filter(|(i, _)| i % 2 == 0)
        .zip(std::iter::successors(Some(2), |k| Some(k * 2)))
        .map(|((i, x), k)| x * (k + i) as f64)
        .sum::<f64>()
}

#[differentiable]
fn c6(p: &[f64]) -> f64 {
    let mut total = 0.0;
    for (v, k) in p.iter().zip((1..).step_by(2)) {
        total += v * v * k as f64;
    }
    let n = p.len();
    for (v, k) in p.iter().zip((n..).step_by(n)) {
        total += v * v * k as f64;
    }
    total
        + p.iter()
            .filter(|v| v.is_finite())
            .zip((3i32..).step_by(2))
            .map(|(v, k)| v.sin() * f64::from(k))
            .sum::<f64>()
}
#[test]
fn gradients_are_right() {
    let points: &[&[f64]] = &[&[0.3, 0.4, 0.7], &[0.9, -0.4, 0.2]];
    let functions = [
        (
            s1 as fn(&[f64]) -> f64,
            s1::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            s2 as fn(&[f64]) -> f64,
            s2::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            s3 as fn(&[f64]) -> f64,
            s3::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            s4 as fn(&[f64]) -> f64,
            s4::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            s5 as fn(&[f64]) -> f64,
            s5::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            s6 as fn(&[f64]) -> f64,
            s6::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            c1 as fn(&[f64]) -> f64,
            c1::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            c2 as fn(&[f64]) -> f64,
            c2::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            c3 as fn(&[f64]) -> f64,
            c3::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            c4 as fn(&[f64]) -> f64,
            c4::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            c5 as fn(&[f64]) -> f64,
            c5::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            c6 as fn(&[f64]) -> f64,
            c6::gradient as fn(&[f64]) -> Vec<f64>,
        ),
    ];
    for (f, gradient) in functions {
        for p in points {
            assert_grad(f, p, &gradient(p));
            assert_grad(f, p, &gradient(p));
        }
    }
}
