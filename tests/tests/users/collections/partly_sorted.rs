use crate::check;
use pullback::differentiable;

/// Median, and the median distance from it.
#[differentiable]
fn robust(x: &[f64]) -> f64 {
    let mut w = x.to_vec();
    let mid = w.len() / 2;
    let (_, median, ..) = w.select_nth_unstable_by(mid, |a, b| a.partial_cmp(b).unwrap());
    let m = *median;
    let mut distances: Vec<f64> = x.iter().map(|v| (v - m).abs()).collect();
    let spread = *distances.select_nth_unstable_by(mid, f64::total_cmp).1;
    m * m + 1.5 * spread
}

/// The mean of what lies between the quarters, and the largest of the lower half.
#[differentiable]
fn between(x: &[f64]) -> f64 {
    let mut w = x.to_vec();
    let n = w.len();
    let (lower, upper, above) = w.select_nth_unstable_by(n / 2, |a, b| a.total_cmp(b));
    let below = lower.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let even = 0.5 * (below + *upper);
    *upper *= 2.0;
    let top = above.iter().map(|v| v * v).sum::<f64>();
    w.select_nth_unstable_by(1, |a, b| b.total_cmp(a));
    even * top + w[1] * w[0]
}

#[test]
fn gradient_is_right() {
    let points: [&[f64]; 2] = [&[3.0, 1.2, 2.0, 5.5, 4.1], &[0.3, 1.7, -2.0, 0.9, 2.2, 4.0]];
    check(robust, |x| robust::gradient(x), &points);
    check(between, |x| between::gradient(x), &points);
}
