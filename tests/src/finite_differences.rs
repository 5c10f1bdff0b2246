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
pub fn numeric_jacobian<P: Coordinates>(point: &P, outputs: impl Fn(&P) -> Vec<f64>) -> Jacobian {
    let single = P::EPSILON > 1e-10;
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
    let columns: Vec<_> = (0..flat(point).len())
        .map(|j| column(point, j, &steps, &outputs))
        .collect();
    let rows = (0..outputs(point).len())
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
fn column<P: Coordinates>(
    point: &P,
    j: usize,
    steps: &Steps,
    outputs: impl Fn(&P) -> Vec<f64>,
) -> Vec<(f64, f64)> {
    let scale = flat(point)[j].abs().max(0.5);
    let quotients: Vec<Vec<f64>> = (0..steps.count)
        .map(|i| {
            let step = scale * steps.first / steps.ratio.powi(i as i32);
            difference_quotient(point, j, step, &outputs)
        })
        .collect();
    (0..quotients[0].len())
        .map(|k| {
            let sequence: Vec<f64> = quotients.iter().map(|q| q[k]).collect();
            extrapolate(&sequence, steps.ratio)
        })
        .collect()
}

fn difference_quotient<P: Coordinates>(
    point: &P,
    j: usize,
    step: f64,
    outputs: impl Fn(&P) -> Vec<f64>,
) -> Vec<f64> {
    let (ahead, behind) = (moved(point, j, step), moved(point, j, -step));
    let distance = flat(&ahead)[j] - flat(&behind)[j];
    let (after, before) = (outputs(&ahead), outputs(&behind));
    assert_eq!(
        after.len(),
        before.len(),
        "outputs change their shape near the point"
    );
    after
        .iter()
        .zip(&before)
        .map(|(a, b)| (a - b) / distance)
        .collect()
}

fn moved<P: Coordinates>(point: &P, j: usize, step: f64) -> P {
    let mut moved = point.clone();
    let mut at = 0;
    moved.map(&mut |x| {
        at += 1;
        if at == j + 1 { x + step } else { x }
    });
    moved
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
