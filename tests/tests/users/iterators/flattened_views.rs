//! Lists of arrays seen as one list, and items that are given several times.

use crate::check;
use pullback::differentiable;
use std::iter::repeat_n;

#[differentiable]
fn of_rows(m: &[[f64; 3]], w: &[f64]) -> f64 {
    let norm: f64 = m.as_flattened().iter().map(|v| v * v).sum();
    let mut s = 0.0;
    for v in m.as_flattened() {
        s += v.sin();
    }
    for (v, w) in w.iter().zip(m.as_flattened()) {
        s += v * w;
    }
    for (i, v) in m.as_flattened().iter().enumerate() {
        s += v * i as f64;
    }
    let mut copy = m.to_vec();
    for v in copy.as_flattened_mut() {
        *v *= s;
    }
    copy.as_flattened_mut().iter_mut().for_each(|v| *v += 1.0);
    let flat = copy.as_flattened().to_vec();
    let all: Vec<f64> = w.iter().chain(m.as_flattened()).copied().collect();
    norm * s + flat[4] + all[2] * all[5]
}

#[differentiable]
fn repeated(x: &[f64]) -> f64 {
    let twice: f64 = x.iter().flat_map(|&v| repeat_n(v, 2)).product();
    let by_place = x
        .iter()
        .enumerate()
        .flat_map(|(i, &v)| std::iter::repeat_n(v * i as f64, i));
    let padded: Vec<f64> = repeat_n(x[0], 3).chain(x.iter().copied()).collect();
    twice + by_place.sum::<f64>() * padded[4]
}

#[test]
fn gradients_are_right() {
    let rows = |x: &[f64]| [[x[0], x[1], x[2]], [x[3], x[4], x[5]]];
    check(
        |x| of_rows(&rows(x), &x[6..]),
        |x| {
            let (by_rows, by_w) = of_rows::gradient(&rows(x), &x[6..]);
            [by_rows.concat(), by_w].concat()
        },
        &[&[1.0, 0.5, 0.3, 0.7, 1.2, 2.0, 0.3, 0.1]],
    );
    let points: [&[f64]; 2] = [&[1.0, 0.5, 1.3], &[-0.4, 2.0, 0.3]];
    check(repeated, |x| repeated::gradient(x), &points);
}
