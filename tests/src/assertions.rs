//! What the checking macros assert, with messages that say what differs.

use crate::coordinates::{Coordinates, flat};
use crate::finite_differences::Jacobian;

/// Asserts that two values are the same numbers, bit for bit but for the sign of zero.
#[track_caller]
pub fn assert_same<A: Coordinates, B: Coordinates>(what: &str, actual: &A, expected: &B) {
    assert_same_numbers(what, &flat(actual), &flat(expected));
}

#[track_caller]
fn assert_same_numbers(what: &str, actual: &[f64], expected: &[f64]) {
    let same = actual.len() == expected.len()
        && actual
            .iter()
            .zip(expected)
            .all(|(a, b)| rounded_alike(*a, *b) || (a.is_nan() && b.is_nan()));
    assert!(same, "{what}: {actual:?} instead of {expected:?}");
}

/// Equal up to how an optimiser rounds: a power of a known exponent may be folded into products.
fn rounded_alike(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 4.0 * f64::EPSILON * a.abs().max(b.abs())
}

/// Asserts that a gradient is the only row of a numeric Jacobian.
#[track_caller]
pub fn assert_gradient<G: Coordinates>(gradient: &G, jacobian: &Jacobian) {
    assert_eq!(jacobian.rows.len(), 1, "not a scalar function");
    assert_contraction(gradient, jacobian, &[1.0]);
}

/// Asserts that a gradient is the sum of the Jacobian's rows with the given weights.
#[track_caller]
pub fn assert_contraction<G: Coordinates>(gradient: &G, jacobian: &Jacobian, weights: &[f64]) {
    assert_entries(&flat(gradient), jacobian, weights);
}

#[track_caller]
fn assert_entries(actual: &[f64], jacobian: &Jacobian, weights: &[f64]) {
    let expected = contract(jacobian, weights);
    assert_eq!(
        actual.len(),
        expected.len(),
        "number of entries of the gradient"
    );
    for (i, (&actual, &(expected, error))) in actual.iter().zip(&expected).enumerate() {
        let allowed = |size: f64| jacobian.tolerance * size.abs().max(0.01);
        assert!(
            error <= allowed(expected),
            "entry {i}: {expected} ± {error} is no reference here"
        );
        assert!(
            (actual - expected).abs() <= allowed(actual.abs().max(expected.abs())),
            "entry {i} of the gradient: {actual} instead of {expected} ± {error}",
        );
        assert!(
            actual != 0.0 || actual.is_sign_positive(),
            "entry {i} is a negative zero"
        );
    }
}

/// The weighted sum of the Jacobian's rows, with error estimates.
pub fn contract(jacobian: &Jacobian, weights: &[f64]) -> Vec<(f64, f64)> {
    assert_eq!(jacobian.rows.len(), weights.len(), "number of outputs");
    (0..jacobian.coordinates)
        .map(|j| {
            let terms = jacobian.rows.iter().zip(weights);
            terms.fold((0.0, 0.0), |(sum, error), (row, w)| {
                (sum + w * row[j].0, error + w.abs() * row[j].1)
            })
        })
        .collect()
}

/// Fills a buffer with rubbish that must not survive.
pub fn dirty<T: Coordinates>(buffer: &mut T) {
    let mut rubbish = 1234.5;
    buffer.map(&mut |_| {
        rubbish += 1.0;
        rubbish
    });
}

/// The outputs of a call: its result, then the final content of its `&mut` arguments.
pub fn outputs(parts: &[Vec<f64>]) -> Vec<f64> {
    let outputs = parts.concat();
    assert!(
        outputs.iter().all(|x| x.is_finite()),
        "the primal is not finite: {outputs:?}"
    );
    outputs
}

/// Deterministic weights of mixed sign, remembered as they are handed out.
#[derive(Default)]
pub struct Weights {
    state: u64,
    /// All weights so far.
    pub given: Vec<f64>,
}

impl Weights {
    /// A sequence of its own for every round.
    pub fn new(round: u64) -> Self {
        Weights {
            state: round,
            given: Vec::new(),
        }
    }

    /// A cotangent for `value`.
    pub fn cotangent<T: Coordinates>(&mut self, value: &T) -> T::Tangent {
        value.tangent(&mut || self.next())
    }

    fn next(&mut self) -> f64 {
        self.state = self
            .state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        // Multiples of 1/8 in [-2, 2): exact in f32 as in f64.
        let weight = ((self.state >> 33) % 32) as f64 / 8.0 - 2.0;
        self.given.push(weight);
        weight
    }
}
