//! Central differences with Richardson extrapolation, after Ridders.

use crate::coordinates::{Coordinates, flat};

/// Partial derivatives of every output by every coordinate of the point, with error estimates.
pub struct Jacobian {
    /// `rows[output][coordinate]`: derivative and estimate of its error.
    pub rows: Vec<Vec<(f64, f64)>>,
    /// How many coordinates the point has, also where there is no output.
    pub coordinates: usize,
    /// What a derivative may be off by, relative to its size.
    pub tolerance: f64,
}

/// How a step shrinks over the rows of the tableau.
struct Steps {
    first: f64,
    ratio: f64,
    count: usize,
}

/// Differentiates `outputs` at `point`; it must return equally many numbers near the point.
///
/// What is compiled for every function is this alone: the rest sees numbers.
pub fn numeric_jacobian<P: Coordinates>(point: &P, outputs: impl Fn(&P) -> Vec<f64>) -> Jacobian {
    jacobian(P::EPSILON > 1e-10, &|change| {
        let mut point = point.clone();
        point.map(change);
        (flat(&point), outputs(&point))
    })
}

/// The point with every coordinate changed: its coordinates, and the outputs there.
type At<'f> = &'f dyn Fn(&mut dyn FnMut(f64) -> f64) -> (Vec<f64>, Vec<f64>);

/// The Jacobian at the unchanged point, whose coordinates may be of single precision.
fn jacobian(single: bool, at: At) -> Jacobian {
    let steps = if single {
        Steps {
            first: 0.1,
            ratio: 1.5,
            count: 7,
        }
    } else {
        Steps {
            first: 0.02,
            ratio: 2.0,
            count: 11,
        }
    };
    let (point, outputs) = at(&mut |x| x);
    let coordinates = point.iter().enumerate();
    let columns: Vec<_> = coordinates
        .map(|(j, x)| column(j, x.abs().max(0.5), &steps, at))
        .collect();
    let rows = (0..outputs.len())
        .map(|k| columns.iter().map(|column| column[k]).collect())
        .collect();
    let tolerance = if single { 4e-3 } else { 1e-7 };
    Jacobian {
        rows,
        coordinates: columns.len(),
        tolerance,
    }
}

/// Derivatives of all outputs by coordinate `j`.
fn column(j: usize, scale: f64, steps: &Steps, at: At) -> Vec<(f64, f64)> {
    let quotients: Vec<Vec<f64>> = (0..steps.count)
        .map(|i| difference_quotient(j, scale * steps.first / steps.ratio.powi(i as i32), at))
        .collect();
    (0..quotients[0].len())
        .map(|k| {
            let sequence: Vec<f64> = quotients.iter().map(|q| q[k]).collect();
            extrapolate(&sequence, steps.ratio)
        })
        .collect()
}

fn difference_quotient(j: usize, step: f64, at: At) -> Vec<f64> {
    let ((ahead, after), (behind, before)) = (moved(j, step, at), moved(j, -step, at));
    assert_eq!(
        after.len(),
        before.len(),
        "outputs change their shape near the point"
    );
    after
        .iter()
        .zip(&before)
        .map(|(a, b)| (a - b) / (ahead[j] - behind[j]))
        .collect()
}

/// The point with coordinate `j` moved by a step.
fn moved(j: usize, step: f64, at: At) -> (Vec<f64>, Vec<f64>) {
    let mut next = 0;
    at(&mut |x| {
        next += 1;
        if next == j + 1 { x + step } else { x }
    })
}

/// The entry of Neville's tableau with the smallest error estimate, and that estimate.
fn extrapolate(quotients: &[f64], ratio: f64) -> (f64, f64) {
    let (mut best, mut error) = (f64::NAN, f64::INFINITY);
    let mut previous: Vec<f64> = Vec::new();
    for &quotient in quotients {
        let mut row = vec![quotient];
        let mut factor = ratio * ratio;
        for (order, &coarse) in previous.iter().enumerate() {
            let fine = row[order];
            let entry = (fine * factor - coarse) / (factor - 1.0);
            factor *= ratio * ratio;
            let estimate = (entry - fine).abs().max((entry - coarse).abs());
            if estimate < error {
                (best, error) = (entry, estimate);
            }
            row.push(entry);
        }
        previous = row;
    }
    (best, error)
}

#[cfg(test)]
mod tests {
    use super::numeric_jacobian;

    #[test]
    fn knows_its_own_error() {
        let jacobian = numeric_jacobian(&(0.7_f64, 2.0_f64), |p| vec![p.0.sin() * p.1, p.1.exp()]);
        let exact = [[2.0 * 0.7f64.cos(), 0.7f64.sin()], [0.0, 2f64.exp()]];
        for (row, exact) in jacobian.rows.iter().zip(&exact) {
            for ((value, error), exact) in row.iter().zip(exact) {
                assert!((value - exact).abs() < 1e-9, "{value} is not {exact}");
                assert!(*error < 1e-8, "{error}");
            }
        }
    }

    #[test]
    fn sees_a_kink() {
        let jacobian = numeric_jacobian(&(0.0_f64,), |p| vec![p.0.abs() + p.0.max(0.0)]);
        let (value, error) = jacobian.rows[0][0];
        assert!(error > 1e-3 || value == 0.5, "{value} ± {error}");
    }
}
