//! Items that are no floats, chosen among elements that are reversed, left out or stepped over.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn factor(day: f64, lockdowns: &[(f64, f64)]) -> f64 {
    let latest = lockdowns.iter().rev().find(|(start, _)| day >= *start);
    latest.map_or(1.0, |&(_, f)| f * day)
}

#[differentiable]
fn extremes(day: f64, lockdowns: &[(f64, f64)]) -> f64 {
    let (start, strongest) = lockdowns
        .iter()
        .skip(1)
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap();
    let numbered = lockdowns.iter().enumerate().rev().find(|(_, p)| p.0 < day);
    let numbered = numbered.map(|(i, p)| p.1 * (i + 1) as f64).unwrap_or(day);
    let every_second = lockdowns
        .iter()
        .rev()
        .step_by(2)
        .last()
        .copied()
        .unwrap_or((0.0, 1.0));
    start * strongest + numbered * every_second.0 + every_second.1
}

#[test]
fn gradients_are_right() {
    for day in [0.5, 1.5, 3.5, 7.0] {
        let p = [day, 1.0, 2.0, 3.0, 6.0, 5.0, 4.0];
        for (f, gradient) in [
            (
                factor as fn(f64, &[(f64, f64)]) -> f64,
                factor::gradient as fn(f64, &[(f64, f64)]) -> (f64, Vec<(f64, f64)>),
            ),
            (extremes, extremes::gradient),
        ] {
            let pairs = |v: &[f64]| v[1..].chunks(2).map(|c| (c[0], c[1])).collect::<Vec<_>>();
            let (by_day, by_pairs) = gradient(day, &pairs(&p));
            let g: Vec<f64> = [by_day]
                .into_iter()
                .chain(by_pairs.into_iter().flat_map(|(a, b)| [a, b]))
                .collect();
            assert_grad(|v| f(v[0], &pairs(v)), &p, &g);
        }
    }
}
