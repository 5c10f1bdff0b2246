//! A chain of differential equations by the classical fourth order Runge–Kutta scheme.

use super::Uniform;
use pullback::differentiable;

const DURATION: f64 = 2.0;

/// The last component of the solution.
#[differentiable]
pub fn ode(x: &[f64], steps: usize) -> f64 {
    let y = solution(x, steps);
    y[x.len() - 1]
}

/// The solution of y₀' = x₀, yᵢ' = xᵢ yᵢ₋₁ at time 2, from zero in `steps` steps.
#[differentiable]
pub fn solution(x: &[f64], steps: usize) -> Vec<f64> {
    let n = x.len();
    let h = DURATION / steps as f64;
    let mut y = vec![0.0; n];
    let mut stage = vec![0.0; n];
    let mut k1 = vec![0.0; n];
    let mut k2 = vec![0.0; n];
    let mut k3 = vec![0.0; n];
    let mut k4 = vec![0.0; n];
    for _ in 0..steps {
        slope(x, &y, &mut k1);
        advance(&y, h / 2.0, &k1, &mut stage);
        slope(x, &stage, &mut k2);
        advance(&y, h / 2.0, &k2, &mut stage);
        slope(x, &stage, &mut k3);
        advance(&y, h, &k3, &mut stage);
        slope(x, &stage, &mut k4);
        for i in 0..n {
            y[i] += h * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) / 6.0;
        }
    }
    y
}

/// The right-hand side at `y`.
#[differentiable]
fn slope(x: &[f64], y: &[f64], k: &mut [f64]) {
    k[0] = x[0];
    for i in 1..x.len() {
        k[i] = x[i] * y[i - 1];
    }
}

#[differentiable]
fn advance(y: &[f64], h: f64, k: &[f64], stage: &mut [f64]) {
    for i in 0..y.len() {
        stage[i] = y[i] + h * k[i];
    }
}

/// Value, and gradient into `dx`.
pub fn by_hand(x: &[f64], steps: usize, dx: &mut [f64]) -> f64 {
    let n = x.len();
    let h = DURATION / steps as f64;
    // The points at which the four slopes of a step are taken: all that the reverse sweep reads.
    let mut points = vec![0.0; 4 * n * steps];
    let mut y = vec![0.0; n];
    let mut k = vec![0.0; n];
    let mut sum = vec![0.0; n];
    for points in points.chunks_exact_mut(4 * n) {
        points[..n].copy_from_slice(&y);
        sum.fill(0.0);
        for (stage, weight) in WEIGHTS.iter().enumerate() {
            let (here, next) = points[stage * n..].split_at_mut(n);
            slope(x, here, &mut k);
            for i in 0..n {
                sum[i] += weight * k[i];
            }
            if stage < 3 {
                advance(&y, h * REACH[stage], &k, &mut next[..n]);
            }
        }
        advance_in_place(&mut y, h, &sum);
    }
    reverse(x, h, &points, dx);
    y[n - 1]
}

const WEIGHTS: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];
/// How far along each slope the next stage stands.
const REACH: [f64; 3] = [0.5, 0.5, 1.0];

fn advance_in_place(y: &mut [f64], h: f64, k: &[f64]) {
    for (y, k) in y.iter_mut().zip(k) {
        *y += h * k;
    }
}

fn reverse(x: &[f64], h: f64, points: &[f64], dx: &mut [f64]) {
    let n = x.len();
    dx.fill(0.0);
    let mut dy = vec![0.0; n];
    dy[n - 1] = 1.0;
    let (mut dk, mut dpoint, mut sum) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    for points in points.chunks_exact(4 * n).rev() {
        sum.copy_from_slice(&dy);
        for stage in (0..4).rev() {
            // Of the slope: its weight in the step and its part in the next stage.
            let reach = if stage < 3 { REACH[stage] } else { 0.0 };
            for i in 0..n {
                dk[i] = h * (WEIGHTS[stage] * dy[i] + reach * dpoint[i]);
            }
            let point = &points[stage * n..(stage + 1) * n];
            dx[0] += dk[0];
            for i in 1..n {
                dx[i] += dk[i] * point[i - 1];
                dpoint[i - 1] = dk[i] * x[i];
            }
            dpoint[n - 1] = 0.0;
            for i in 0..n {
                sum[i] += dpoint[i];
            }
        }
        dy.copy_from_slice(&sum);
    }
}

/// `n` factors in [0, 1).
pub fn example(n: usize) -> Vec<f64> {
    Uniform::new(4).vec(n, 0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradbench::relative_error;

    #[test]
    fn by_hand_agrees() {
        for (n, steps) in [(1, 1), (3, 2), (7, 5), (9, 2)] {
            let x = example(n);
            let mut by_hand_dx = vec![f64::NAN; n];
            let by_hand = by_hand(&x, steps, &mut by_hand_dx);
            let (value, dx) = ode::value_and_gradient(&x, steps);
            assert!(relative_error(&[value], &[by_hand]) < 1e-13);
            assert!(relative_error(&dx, &by_hand_dx) < 1e-13);
        }
    }
}
