use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn haar_step(x: &[f64]) -> (Vec<f64>, Vec<f64>) {
    x.chunks_exact(2)
        .map(|p| ((p[0] + p[1]) / 2f64.sqrt(), (p[0] - p[1]) / 2f64.sqrt()))
        .unzip()
}

#[differentiable]
fn inverse_step(approx: &[f64], detail: &[f64]) -> Vec<f64> {
    let mut out = Vec::with_capacity(2 * approx.len());
    for (a, d) in approx.iter().zip(detail) {
        out.extend([
            (a + d) * std::f64::consts::FRAC_1_SQRT_2,
            (a - d) * std::f64::consts::FRAC_1_SQRT_2,
        ]);
    }
    out
}

#[derive(Clone, Copy, Debug, Differentiable)]
enum Threshold {
    Hard(f64),
    Soft(f64),
}

#[differentiable]
impl Threshold {
    fn apply(&self, x: f64) -> f64 {
        match *self {
            Threshold::Hard(t) | Threshold::Soft(t) if x.abs() <= t => 0.0,
            Threshold::Hard(_) => x,
            Threshold::Soft(t) => x - t * x.signum(),
        }
    }
}

#[differentiable]
fn denoise_error(x: &[f64], t: f64, soft: bool) -> f64 {
    let rule = if soft {
        Threshold::Soft(t)
    } else {
        Threshold::Hard(t)
    };
    let mut details = Vec::new();
    let mut current = x.to_vec();
    while current.len() > 1 {
        let (a, d) = haar_step(&current);
        details.push(d.iter().map(|&v| rule.apply(v)).collect::<Vec<_>>());
        current = a;
    }
    while let Some(d) = details.pop() {
        current = inverse_step(&current, &d);
    }
    current
        .iter()
        .zip(x)
        .map(|(a, b)| (a - b).powi(2))
        .sum::<f64>()
        + current[0] * current[3]
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.0, -0.4, 0.7, 0.2, -0.9, 0.5, 0.1];
    for soft in [true, false] {
        let (dx, dt) = denoise_error::gradient(&x, 0.4, soft);
        assert_grad(|x| denoise_error(x, 0.4, soft), &x, &dx);
        assert_grad(|t| denoise_error(&x, t[0], soft), &[0.4], &[dt]);
    }
}
