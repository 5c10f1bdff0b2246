//! Least squares fit of a polynomial to the sign function.

use super::Uniform;
use pullback::differentiable;

/// Half the sum of squared errors at `n` equidistant points of [-1, 1].
#[differentiable]
pub fn llsq(x: &[f64], n: usize) -> f64 {
    let mut total = 0.0;
    for i in 0..n {
        let t = sample(i, n);
        let mut polynomial = 0.0;
        let mut power = 1.0;
        for &coefficient in x {
            polynomial += coefficient * power;
            power *= t;
        }
        let error = sign(t) - polynomial;
        total += 0.5 * error * error;
    }
    total
}

#[differentiable]
fn sample(i: usize, n: usize) -> f64 {
    -1.0 + 2.0 * i as f64 / (n as f64 - 1.0)
}

#[differentiable]
fn sign(t: f64) -> f64 {
    if t > 0.0 {
        1.0
    } else if t < 0.0 {
        -1.0
    } else {
        0.0
    }
}

/// Value, and gradient into `dx`.
pub fn by_hand(x: &[f64], n: usize, dx: &mut [f64]) -> f64 {
    dx.fill(0.0);
    let mut total = 0.0;
    for i in 0..n {
        let t = sample(i, n);
        let (mut polynomial, mut power) = (0.0, 1.0);
        for coefficient in x {
            polynomial += coefficient * power;
            power *= t;
        }
        let error = sign(t) - polynomial;
        total += 0.5 * error * error;
        let mut power = error;
        for d in dx.iter_mut() {
            *d -= power;
            power *= t;
        }
    }
    total
}

/// `m` coefficients in [0, 1).
pub fn example(m: usize) -> Vec<f64> {
    Uniform::new(2).vec(m, 0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradbench::relative_error;

    #[test]
    fn by_hand_agrees() {
        let x = example(12);
        let mut by_hand_dx = vec![f64::NAN; x.len()];
        let by_hand = by_hand(&x, 33, &mut by_hand_dx);
        let (value, dx) = llsq::value_and_gradient(&x, 33);
        assert!(relative_error(&[value], &[by_hand]) < 1e-14);
        assert!(relative_error(&dx, &by_hand_dx) < 1e-13);
    }
}
