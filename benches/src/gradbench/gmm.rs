//! The log posterior of a Gaussian mixture with a Wishart prior.

use super::{Uniform, lse};
use pullback::differentiable;
use std::f64::consts::PI;

/// The log posterior of `alpha.len()` components, given the data and a prior of `m` extra degrees
/// of freedom and precision `gamma`.
///
/// `q` holds the logarithms of the diagonals of the factors, `l` what is below them column by column.
#[differentiable]
pub fn gmm(
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    #[constant] x: &[f64],
    m: usize,
    #[constant] gamma: f64,
) -> f64 {
    let k = alpha.len();
    let d = mu.len() / k;
    let n = x.len() / d;
    let below = d * (d - 1) / 2;

    let mut diagonals = vec![0.0; k * d];
    for i in 0..k * d {
        diagonals[i] = q[i].exp();
    }
    let mut log_dets = vec![0.0; k];
    for c in 0..k {
        for a in 0..d {
            log_dets[c] += q[c * d + a];
        }
    }

    let mut total = constant(n, d, k, m, gamma) - n as f64 * lse::lse(alpha);
    let mut beta = vec![0.0; k];
    for i in 0..n {
        for c in 0..k {
            let distance = squared_distance(
                &x[i * d..(i + 1) * d],
                &mu[c * d..(c + 1) * d],
                &diagonals[c * d..(c + 1) * d],
                &l[c * below..(c + 1) * below],
            );
            beta[c] = alpha[c] + log_dets[c] - 0.5 * distance;
        }
        total += lse::lse(&beta);
    }
    for c in 0..k {
        let mut squares = 0.0;
        for a in 0..d {
            squares += diagonals[c * d + a] * diagonals[c * d + a];
        }
        for t in 0..below {
            squares += l[c * below + t] * l[c * below + t];
        }
        total += m as f64 * log_dets[c] - 0.5 * gamma * gamma * squares;
    }
    total
}

/// |Q (x - μ)|².
#[differentiable]
fn squared_distance(#[constant] x: &[f64], mu: &[f64], diagonal: &[f64], l: &[f64]) -> f64 {
    let d = mu.len();
    let mut total = 0.0;
    for a in 0..d {
        let mut z = diagonal[a] * (x[a] - mu[a]);
        // One behind row `a`, column `b` in a strict lower triangle stored by columns.
        let mut at = a;
        for b in 0..a {
            z += l[at - 1] * (x[b] - mu[b]);
            at += d - b - 2;
        }
        total += z * z;
    }
    total
}

/// What depends on no parameter.
fn constant(n: usize, d: usize, k: usize, m: usize, gamma: f64) -> f64 {
    let freedom = d + m + 1;
    let mut ln_gamma_multi = (d * (d - 1)) as f64 / 4.0 * PI.ln();
    for j in 1..=d {
        ln_gamma_multi += ln_gamma_half(freedom + 1 - j);
    }
    let wishart = (freedom * d) as f64 * (gamma.ln() - 0.5 * 2f64.ln()) - ln_gamma_multi;
    k as f64 * wishart - (n * d) as f64 / 2.0 * (2.0 * PI).ln()
}

/// ln Γ(twice / 2), by Γ(z + 1) = z Γ(z) from Γ(1) = 1 and Γ(1/2) = √π.
fn ln_gamma_half(twice: usize) -> f64 {
    let (first, start) = if twice.is_multiple_of(2) {
        (2, 0.0)
    } else {
        (1, 0.5 * PI.ln())
    };
    (first..twice)
        .step_by(2)
        .fold(start, |sum, twice| sum + (twice as f64 / 2.0).ln())
}

/// The parameters, or a gradient by them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    /// Unnormalised log weights.
    pub alpha: Vec<f64>,
    /// Means.
    pub mu: Vec<f64>,
    /// Logarithms of the diagonals of the factors.
    pub q: Vec<f64>,
    /// The factors below their diagonals.
    pub l: Vec<f64>,
}

/// Value, and gradient into `out`.
pub fn by_hand(p: &Parameters, x: &[f64], m: usize, gamma: f64, out: &mut Parameters) -> f64 {
    let k = p.alpha.len();
    let d = p.mu.len() / k;
    let n = x.len() / d;
    let diagonals: Vec<f64> = p.q.iter().map(|q| q.exp()).collect();
    let log_dets: Vec<f64> = p.q.chunks_exact(d).map(|q| q.iter().sum()).collect();

    let log_normaliser = lse::by_hand(&p.alpha, &mut out.alpha);
    let mut total = constant(n, d, k, m, gamma) - n as f64 * log_normaliser;
    for d_alpha in &mut out.alpha {
        *d_alpha *= -(n as f64);
    }
    total += prior_by_hand(p, &diagonals, &log_dets, m as f64, gamma, out);

    let mut beta = vec![0.0; k];
    let mut shares = vec![0.0; k];
    let (mut vs, mut zs) = (vec![0.0; k * d], vec![0.0; k * d]);
    let below = d * (d - 1) / 2;
    for x in x.chunks_exact(d) {
        for c in 0..k {
            let (row, triangle) = (c * d..(c + 1) * d, c * below..(c + 1) * below);
            let (v, z) = (&mut vs[row.clone()], &mut zs[row.clone()]);
            for ((v, x), mu) in v.iter_mut().zip(x).zip(&p.mu[row.clone()]) {
                *v = x - mu;
            }
            transform(&diagonals[row], &p.l[triangle], v, z);
            let distance: f64 = z.iter().map(|z| z * z).sum();
            beta[c] = p.alpha[c] + log_dets[c] - 0.5 * distance;
        }
        total += lse::by_hand(&beta, &mut shares);
        for c in 0..k {
            let (row, triangle) = (c * d..(c + 1) * d, c * below..(c + 1) * below);
            out.alpha[c] += shares[c];
            scatter(
                shares[c],
                &diagonals[row.clone()],
                &p.l[triangle.clone()],
                (&vs[row.clone()], &zs[row.clone()]),
                (
                    &mut out.mu[row.clone()],
                    &mut out.q[row],
                    &mut out.l[triangle],
                ),
            );
        }
    }
    total
}

/// Overwrites all of `out` but `alpha`.
fn prior_by_hand(
    p: &Parameters,
    diagonals: &[f64],
    log_dets: &[f64],
    m: f64,
    gamma: f64,
    out: &mut Parameters,
) -> f64 {
    let g2 = gamma * gamma;
    let mut squares = 0.0;
    out.mu.fill(0.0);
    for (dq, e) in out.q.iter_mut().zip(diagonals) {
        squares += e * e;
        *dq = m - g2 * e * e;
    }
    for (dl, l) in out.l.iter_mut().zip(&p.l) {
        squares += l * l;
        *dl = -g2 * l;
    }
    m * log_dets.iter().sum::<f64>() - 0.5 * g2 * squares
}

/// z = Q v, column by column.
fn transform(diagonal: &[f64], l: &[f64], v: &[f64], z: &mut [f64]) {
    for ((z, e), v) in z.iter_mut().zip(diagonal).zip(v) {
        *z = e * v;
    }
    let mut rest = l;
    for b in 0..v.len() {
        let (column, after) = rest.split_at(v.len() - b - 1);
        for (z, l) in z[b + 1..].iter_mut().zip(column) {
            *z += l * v[b];
        }
        rest = after;
    }
}

/// Adds the gradient of share · β of one component.
fn scatter(
    share: f64,
    diagonal: &[f64],
    l: &[f64],
    (v, z): (&[f64], &[f64]),
    (dmu, dq, dl): (&mut [f64], &mut [f64], &mut [f64]),
) {
    let d = v.len();
    let (mut rest, mut drest) = (l, dl);
    for b in 0..d {
        let (column, after) = rest.split_at(d - b - 1);
        let (dcolumn, dafter) = drest.split_at_mut(d - b - 1);
        let mut back = diagonal[b] * z[b];
        let scaled = share * v[b];
        for ((dl, l), z) in dcolumn.iter_mut().zip(column).zip(&z[b + 1..]) {
            back += l * z;
            *dl -= scaled * z;
        }
        dmu[b] += share * back;
        dq[b] += share * (1.0 - z[b] * diagonal[b] * v[b]);
        (rest, drest) = (after, dafter);
    }
}

/// Parameters and `n` points of dimension `d` for `k` components.
pub fn example(d: usize, k: usize, n: usize) -> (Parameters, Vec<f64>) {
    let mut uniform = Uniform::new(5);
    let parameters = Parameters {
        alpha: uniform.vec(k, -1.0, 1.0),
        mu: uniform.vec(k * d, 0.0, 1.0),
        q: uniform.vec(k * d, -1.0, 1.0),
        l: uniform.vec(k * d * (d - 1) / 2, -1.0, 1.0),
    };
    (parameters, uniform.vec(n * d, -1.0, 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradbench::relative_error;

    #[test]
    fn by_hand_agrees() {
        for (d, k, n) in [(1, 1, 2), (3, 2, 5), (6, 4, 20)] {
            let (p, x) = example(d, k, n);
            let mut out = p.clone();
            let by_hand = by_hand(&p, &x, 2, 1.5, &mut out);
            let (value, (dalpha, dmu, dq, dl)) =
                gmm::value_and_gradient(&p.alpha, &p.mu, &p.q, &p.l, &x, 2, 1.5);
            assert!(relative_error(&[value], &[by_hand]) < 1e-13);
            // With one component the derivative by its weight is 0.
            if k > 1 {
                assert!(relative_error(&dalpha, &out.alpha) < 1e-12);
            }
            assert!(relative_error(&dmu, &out.mu) < 1e-12);
            assert!(relative_error(&dq, &out.q) < 1e-12);
            assert!(relative_error(&dl, &out.l) < 1e-12);
        }
    }
}
