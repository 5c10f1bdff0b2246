//! The logarithm of a sum of exponentials.

use super::Uniform;
use pullback::differentiable;

/// ln Σ exp(xᵢ), with the maximum taken out.
#[differentiable]
pub fn lse(x: &[f64]) -> f64 {
    let mut max = f64::NEG_INFINITY;
    for &v in x {
        max = max.max(v);
    }
    let mut sum = 0.0;
    for &v in x {
        sum += (v - max).exp();
    }
    max + sum.ln()
}

/// Value, and gradient into `dx`.
pub fn by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    let max = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for (d, v) in dx.iter_mut().zip(x) {
        *d = (v - max).exp();
        sum += *d;
    }
    let scale = 1.0 / sum;
    for d in dx {
        *d *= scale;
    }
    max + sum.ln()
}

/// `n` numbers in [0, 1).
pub fn example(n: usize) -> Vec<f64> {
    Uniform::new(1).vec(n, 0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradbench::relative_error;

    #[test]
    fn by_hand_agrees() {
        let x = example(50);
        let mut by_hand_dx = vec![f64::NAN; x.len()];
        let by_hand = by_hand(&x, &mut by_hand_dx);
        let (value, dx) = lse::value_and_gradient(&x);
        assert!(relative_error(&[value], &[by_hand]) < 1e-14);
        assert!(relative_error(&dx, &by_hand_dx) < 1e-13);
    }
}
