//! The model: a mixture of Gaussians in the plane, written as the textbook has it.
//!
//! Six unconstrained numbers describe a component, so that any step an optimiser takes leads to a
//! valid mixture: the logit of its weight, its mean (2), and the Cholesky factor of its covariance
//! `[[a, 0], [b, c]]` as `ln a`, `b`, `ln c`.

use pullback::differentiable;

use crate::data::Point;

/// Numbers per component.
pub const PARAMETERS: usize = 6;

/// `ln 2π`
const LN_TAU: f64 = 1.837_877_066_409_345_3;

/// Mean over the points of `−ln p(point)`, the objective of the fit.
#[differentiable]
pub fn negative_log_likelihood(theta: &[f64], #[constant] points: &[Point]) -> f64 {
    let components = theta.len() / PARAMETERS;
    let mut logits = vec![0.0; components];
    for k in 0..components {
        logits[k] = theta[k * PARAMETERS];
    }
    let log_normaliser = log_sum_exp(&logits);

    let mut joint = vec![0.0; components];
    let mut total = 0.0;
    for point in points {
        for k in 0..components {
            let component = &theta[k * PARAMETERS..(k + 1) * PARAMETERS];
            joint[k] = component[0] + log_gaussian(component, point);
        }
        total += log_normaliser - log_sum_exp(&joint);
    }
    total / points.len() as f64
}

/// Log density at `point` of one component, by forward substitution with its Cholesky factor.
#[differentiable]
fn log_gaussian(component: &[f64], #[constant] point: &Point) -> f64 {
    let (ln_a, b, ln_c) = (component[3], component[4], component[5]);
    let u = (point[0] - component[1]) * (-ln_a).exp();
    let v = (point[1] - component[2] - b * u) * (-ln_c).exp();
    -0.5 * (u * u + v * v) - ln_a - ln_c - LN_TAU
}

/// `ln Σ exp x`, shifted by the largest entry so that nothing overflows.
#[differentiable]
fn log_sum_exp(x: &[f64]) -> f64 {
    let mut largest = x[0];
    for &v in x {
        if v > largest {
            largest = v;
        }
    }
    let mut sum = 0.0;
    for &v in x {
        sum += (v - largest).exp();
    }
    largest + sum.ln()
}
