//! Problems of the GradBench suite, each as its textbook formula reads, with a gradient written by
//! hand beside it (`by_hand`) to compare with, and a generator of inputs.
//!
//! The matrices of the definitions are flat slices here, row after row.

pub mod ba;
pub mod det;
pub mod gmm;
pub mod hand;
pub mod llsq;
pub mod lse;
pub mod lstm;
pub mod ode;

/// Reproducible uniform numbers in [0, 1).
struct Uniform(u64);

impl Uniform {
    fn new(seed: u64) -> Self {
        Uniform(seed)
    }

    /// SplitMix64.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn vec(&mut self, n: usize, low: f64, high: f64) -> Vec<f64> {
        (0..n).map(|_| low + (high - low) * self.next()).collect()
    }
}

/// The largest difference, relative to the largest entry of `b`.
///
/// ```
/// use pullback_benches::gradbench::relative_error;
/// assert_eq!(relative_error(&[1.0, 4.0], &[1.0, 2.0]), 1.0);
/// ```
pub fn relative_error(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "arrays of different lengths");
    // `max` would swallow a NaN.
    let largest = |m: f64, v: f64| if v.is_nan() || v > m { v } else { m };
    let scale = b.iter().map(|v| v.abs()).fold(0.0, largest);
    let error = a
        .iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, largest);
    if error == 0.0 { 0.0 } else { error / scale }
}
