//! The determinant by expansion along the first row.

use super::Uniform;
use pullback::differentiable;

/// The determinant of an `ell` by `ell` matrix given row by row.
#[differentiable]
pub fn det(a: &[f64], ell: usize) -> f64 {
    if ell == 1 {
        return a[0];
    }
    let mut total = 0.0;
    let mut sign = 1.0;
    for j in 0..ell {
        let rest = minor(a, ell, j);
        total += sign * a[j] * det(&rest, ell - 1);
        sign = -sign;
    }
    total
}

/// `a` without its first row and column `j`.
#[differentiable]
fn minor(a: &[f64], ell: usize, j: usize) -> Vec<f64> {
    let mut minor = Vec::with_capacity((ell - 1) * (ell - 1));
    for row in 1..ell {
        for column in 0..ell {
            if column != j {
                minor.push(a[row * ell + column]);
            }
        }
    }
    minor
}

/// Value, and gradient into `da`: the same recursion, which hands the cofactors of a minor upwards.
pub fn by_hand(a: &[f64], ell: usize, da: &mut [f64]) -> f64 {
    // One minor and its gradient per level: sizes 1² + 2² + … + (ell - 1)².
    let size = (ell - 1) * ell * (2 * ell - 1) / 6;
    let (mut minors, mut gradients) = (vec![0.0; size], vec![0.0; size]);
    expand(a, ell, da, &mut minors, &mut gradients)
}

fn expand(a: &[f64], ell: usize, da: &mut [f64], minors: &mut [f64], gradients: &mut [f64]) -> f64 {
    if ell == 1 {
        da[0] = 1.0;
        return a[0];
    }
    let m = ell - 1;
    let (minor, minors) = minors.split_at_mut(m * m);
    let (gradient, gradients) = gradients.split_at_mut(m * m);
    da.fill(0.0);
    let mut total = 0.0;
    let mut sign = 1.0;
    for j in 0..ell {
        for (from, to) in a[ell..].chunks_exact(ell).zip(minor.chunks_exact_mut(m)) {
            to[..j].copy_from_slice(&from[..j]);
            to[j..].copy_from_slice(&from[j + 1..]);
        }
        let cofactor = sign * expand(minor, m, gradient, minors, gradients);
        total += a[j] * cofactor;
        da[j] += cofactor;
        let weight = sign * a[j];
        for (to, from) in da[ell..]
            .chunks_exact_mut(ell)
            .zip(gradient.chunks_exact(m))
        {
            for (to, from) in to[..j].iter_mut().zip(&from[..j]) {
                *to += weight * from;
            }
            for (to, from) in to[j + 1..].iter_mut().zip(&from[j..]) {
                *to += weight * from;
            }
        }
        sign = -sign;
    }
    total
}

/// A matrix of numbers in [0, 1).
pub fn example(ell: usize) -> Vec<f64> {
    Uniform::new(3).vec(ell * ell, 0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradbench::relative_error;

    #[test]
    fn by_hand_agrees() {
        for ell in [1, 2, 5] {
            let a = example(ell);
            let mut by_hand_da = vec![f64::NAN; a.len()];
            let by_hand = by_hand(&a, ell, &mut by_hand_da);
            let (value, da) = det::value_and_gradient(&a, ell);
            assert!(relative_error(&[value], &[by_hand]) < 1e-13);
            assert!(relative_error(&da, &by_hand_da) < 1e-13);
        }
    }
}
