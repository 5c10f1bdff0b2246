use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Differentiable)]
struct Celsius(f64);

#[differentiable]
fn hottest(days: &[Celsius]) -> Option<Celsius> {
    days.iter()
        .copied()
        .max_by(|a, b| a.partial_cmp(b).unwrap())
}

#[differentiable]
fn coldest(days: &[Celsius], above: f64) -> Celsius {
    let days: Vec<Celsius> = days.iter().copied().filter(|d| d.0 > above).collect();
    let coldest = days
        .into_iter()
        .min_by(|a, b| a.partial_cmp(b).expect("no NaN"));
    coldest.unwrap_or(Celsius(above))
}

#[differentiable]
fn range(temperatures: &[f64]) -> f64 {
    let days: Vec<Celsius> = temperatures.iter().copied().map(Celsius).collect();
    let hot = hottest(&days).map_or(0.0, |day| day.0);
    hot * hot - coldest(&days, 0.5).0 * temperatures[0]
}

#[test]
fn gradient_is_right() {
    let points: &[&[f64]] = &[&[0.3, 0.7, 1.9], &[2.0, 0.6, 1.1], &[0.4]];
    check(range, range::gradient, points);
}
