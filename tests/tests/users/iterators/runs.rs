use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn ascents(x: &[f64]) -> f64 {
    let runs = x.chunk_by(|a, b| a <= b);
    runs.map(|r| r.iter().sum::<f64>().powi(2)).sum()
}

#[differentiable]
fn looped(x: &[f64]) -> f64 {
    let v: Vec<f64> = x.iter().map(|a| a * 2.0).collect();
    let mut s = 0.0;
    for run in v.chunk_by(|a, b| (a - b).abs() < 2.1) {
        s += run[0] * run.len() as f64 * run.iter().product::<f64>();
    }
    s
}

fn near(a: &f64, b: &f64) -> bool {
    (a - b).abs() < 1.1
}

#[differentiable]
fn counted(x: &[f64]) -> f64 {
    let n = x.chunk_by(near).count();
    x.iter().sum::<f64>() * n as f64
}

#[differentiable]
fn longest(x: &[f64]) -> f64 {
    let longest = x.chunk_by(|a, b| a < b).max_by_key(|r| r.len());
    longest.map_or(0.0, |r| r.iter().product())
}

#[derive(Differentiable, Clone)]
struct Reading {
    group: u32,
    y: f64,
}

#[differentiable]
fn grouped(readings: &[Reading]) -> f64 {
    let means: Vec<f64> = readings
        .chunk_by(|a, b| a.group == b.group)
        .map(|g| g.iter().map(|r| r.y).sum::<f64>() / g.len() as f64)
        .collect();
    means.iter().map(|m| m * m).sum()
}

#[differentiable]
fn between_gaps(x: &[f64]) -> f64 {
    let v: Vec<f64> = x.iter().map(|a| a * 2.0).collect();
    let mut s = 0.0;
    for run in v.split(|a| a.is_nan() || a.abs() < 0.5) {
        let Some((first, rest)) = run.split_first() else {
            continue;
        };
        s += first * run.len() as f64 + rest.iter().product::<f64>();
    }
    let words = "a b".split(|c| c == ' ').count();
    s * words as f64
        + x.split(|v| *v < 0.0)
            .map(|r| r.iter().sum::<f64>().powi(2))
            .sum::<f64>()
}

#[differentiable]
fn up_to_signs(x: &[f64]) -> f64 {
    let parts = x.split_inclusive(|v| *v < 0.0);
    let products: f64 = parts.map(|part| part.iter().product::<f64>()).sum();
    let mut s = 0.0;
    for (k, part) in x.split_inclusive(|v| v.abs() > 2.5).enumerate() {
        s += (k + 1) as f64 * part[part.len() - 1] * part.len() as f64;
    }
    products * s
}

#[differentiable]
fn present(x: &[Option<f64>]) -> f64 {
    let there = x.iter().filter_map(|o| o.as_ref());
    there.map(|v| v * v).sum()
}

#[test]
fn gradients_are_right() {
    let points = [&[1.0, 2.0, -0.5, 3.0, 3.5, 0.0, 2.0][..], &[], &[1.0]];
    check(ascents, |x| ascents::gradient(x), &points);
    check(looped, |x| looped::gradient(x), &points);
    check(counted, |x| counted::gradient(x), &points);
    check(longest, |x| longest::gradient(x), &points);
    let gaps = [
        &[1.0, 2.0, -0.5, 3.0, 0.1, 2.0][..],
        &[],
        &[0.1],
        &[-1.0, 2.0],
    ];
    check(between_gaps, |x| between_gaps::gradient(x), &gaps);
    check(up_to_signs, |x| up_to_signs::gradient(x), &gaps);
    let readings = |y: &[f64]| -> Vec<Reading> {
        let each = y.iter().enumerate();
        each.map(|(i, &y)| Reading {
            group: i as u32 / 2,
            y,
        })
        .collect()
    };
    let by_y = |y: &[f64]| -> Vec<f64> {
        let by_readings = grouped::gradient(&readings(y));
        by_readings.iter().map(|r| r.y).collect()
    };
    check(|y| grouped(&readings(y)), by_y, &points);
    assert_eq!(present::gradient(&[Some(3.0), None]), [Some(6.0), None]);
}
