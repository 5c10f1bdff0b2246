use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Experiment {
    slope: f64,
    offset: f64,
    #[constant]
    times: Vec<f64>,
    #[constant]
    tolerance: f64,
}

#[differentiable]
fn chi2(e: &Experiment, obs: &[f64]) -> f64 {
    e.times
        .iter()
        .zip(obs)
        .map(|(t, y)| ((e.slope * t + e.offset - y) / e.tolerance).powi(2))
        .sum()
}

#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| Experiment {
        slope: v[0],
        offset: v[1],
        times: vec![0.0, 1.0, 2.5],
        tolerance: 0.5,
    };
    let obs = [0.1, 1.4, 2.2];
    let (g, d_obs) = chi2::gradient(&mk(&[0.9, 0.2]), &obs);
    assert_grad(|v| chi2(&mk(v), &obs), &[0.9, 0.2], &[g.slope, g.offset]);
    assert_grad(|o| chi2(&mk(&[0.9, 0.2]), o), &obs, &d_obs);
}
