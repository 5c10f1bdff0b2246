//! Lists of references that get shorter, in loops and by closures that have names.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Debug, Differentiable)]
struct Sample {
    x: [f64; 2],
    y: f64,
}

#[differentiable]
fn rounds(data: &[Sample], q: f64) -> f64 {
    let mut left: Vec<&Sample> = data.iter().collect();
    let mut t = 0.0;
    let mut limit = 2.0;
    while left.len() > 1 {
        let m = left.iter().map(|s| s.y * q).sum::<f64>() / left.len() as f64;
        t += m * m + left[0].x[0];
        let n = left.len();
        left.retain(|s| s.y * limit > 0.4);
        if left.len() == n {
            left.truncate(n - 1);
        }
        limit *= 0.5;
    }
    for s in &left {
        t += s.x[1] * 3.0;
    }
    left.clear();
    left.extend(data.iter().skip(1));
    t + left.iter().map(|s| s.x[0] * s.y).sum::<f64>()
}
#[differentiable]
fn rows<'a>(data: &'a [Vec<f64>], q: f64) -> f64 {
    let mut rows: Vec<&[f64]> = data.iter().map(|r| r.as_slice()).collect();
    let keep = |r: &&[f64]| r.iter().sum::<f64>() > 1.0;
    rows.retain(keep);
    rows.iter().flat_map(|r| r.iter()).map(|v| v * v * q).sum()
}
#[differentiable]
fn shortened(p: &[f64]) -> f64 {
    let data: Vec<Sample> = p[..9]
        .chunks(3)
        .map(|c| Sample {
            x: [c[0], c[1]],
            y: c[2],
        })
        .collect();
    let lists: Vec<Vec<f64>> = p.chunks(3).map(|c| c.to_vec()).collect();
    rounds(&data, p[9]) + rows(&lists, p[9])
}

check!(
    references_left_out,
    shortened(&[0.3, 1.27, 0.82, 0.99, 1.2, 0.45, 1.25, 0.6, 1.1, 0.9]),
    shortened(&[0.1, 0.2, 0.9, 0.4, 0.7, 0.15, 0.3, 0.9, 0.8, 0.6]),
);
