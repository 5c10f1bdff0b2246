//! Central finite differences over several step sizes.
//!
//! Receives a function of floats and what its pullback gave for some weights; promises that both agree along single
//! floats, all or a sample of them, and along random directions, or a panic that says where they do not. No one step
//! size suits all functions, so the best of several, and of what extrapolates them, decides.

/// A function of floats, and where its derivative is asked for.
pub(super) struct Numeric<'a> {
    pub(super) name: &'a str,
    pub(super) at: Vec<f64>,
    pub(super) tolerance: f64,
    /// Whether the function computes in single precision.
    pub(super) single: bool,
    pub(super) outputs: Box<Outputs<'a>>,
}

type Outputs<'a> = dyn Fn(&[f64]) -> Vec<f64> + 'a;

/// What Richardson extrapolation reaches with room to spare.
pub(super) fn default_tolerance(epsilon: f64) -> f64 {
    if epsilon > f64::EPSILON { 2e-3 } else { 1e-7 }
}

/// Up to so many floats are varied one at a time; then a sample of them.
const COORDINATES: usize = 64;
/// Random directions that vary all floats at once.
const DIRECTIONS: usize = 3;

impl Numeric<'_> {
    /// Compares `pulled`, what the pullback says for the cotangent `weights` of the outputs, with
    /// finite differences.
    #[track_caller]
    pub(super) fn compare(&self, weights: &[f64], pulled: &[f64]) {
        let (size, name) = (self.at.len(), self.name);
        assert!(
            pulled.len() == size,
            "check of `{name}`: the gradient has {} floats, the arguments have {size}",
            pulled.len()
        );
        for index in (0..size).step_by(size.div_ceil(COORDINATES).max(1)) {
            let mut direction = vec![0.0; size];
            direction[index] = 1.0;
            self.along(
                &direction,
                weights,
                pulled,
                &format!("float {index} of the arguments"),
            );
        }
        let mut random = Random::new();
        for _ in 0..DIRECTIONS {
            self.along(&random.vector(size), weights, pulled, "a random direction");
        }
    }

    /// `⟨pulled, direction⟩ = ⟨weights, J direction⟩`, the right side by finite differences.
    #[track_caller]
    fn along(&self, direction: &[f64], weights: &[f64], pulled: &[f64], what: &str) {
        // Written only where the direction leads, so that an infinite partial elsewhere says nothing.
        let claimed: f64 = pulled
            .iter()
            .zip(direction)
            .filter(|(_, direction)| **direction != 0.0)
            .map(|(pulled, direction)| pulled * direction)
            .sum();
        let magnitude: f64 = (self.outputs)(&self.at)
            .iter()
            .zip(weights)
            .map(|(y, w)| (y * w).abs())
            .sum();
        let error = |numeric: f64| {
            let scale = claimed.abs() + numeric.abs() + 1e-2 * magnitude;
            if scale == 0.0 {
                0.0
            } else {
                (claimed - numeric).abs() / scale
            }
        };
        let best = self
            .differences(direction, weights)
            .into_iter()
            .min_by(|a, b| error(*a).total_cmp(&error(*b)))
            .unwrap_or(f64::NAN);
        assert!(
            error(best) <= self.tolerance,
            "check of `{}`: derivative along {what}: the pullback says {claimed}, finite differences \
             say {best} (relative error {:.1e}, tolerance {:.1e}, at {:?}, cotangent {weights:?})",
            self.name,
            error(best),
            self.tolerance,
            self.at,
        );
    }

    /// Directional derivatives by several step sizes, and their Richardson extrapolations; those that
    /// step out of the domain are left out.
    fn differences(&self, direction: &[f64], weights: &[f64]) -> Vec<f64> {
        let smallest = if self.single { 12 } else { 24 };
        let central: Vec<f64> = (3..smallest)
            .map(|exponent| self.central(0.5f64.powi(exponent), direction, weights))
            .collect();
        let extrapolated = central
            .windows(2)
            .map(|pair| (4.0 * pair[1] - pair[0]) / 3.0);
        let all = extrapolated.chain(central.iter().copied());
        all.filter(|difference| difference.is_finite()).collect()
    }

    fn central(&self, step: f64, direction: &[f64], weights: &[f64]) -> f64 {
        let moved = |step: f64| -> Vec<f64> {
            self.at
                .iter()
                .zip(direction)
                .map(|(x, d)| self.rounded(x + step * d))
                .collect()
        };
        let (ahead, behind) = (moved(step), moved(-step));
        let (above, below) = ((self.outputs)(&ahead), (self.outputs)(&behind));
        let change = above.iter().zip(&below).zip(weights);
        change
            .map(|((above, below), weight)| weight * (above - below))
            .sum::<f64>()
            / (2.0 * step)
    }

    /// What the function sees of an argument.
    fn rounded(&self, x: f64) -> f64 {
        if self.single { f64::from(x as f32) } else { x }
    }
}

/// A small generator of numbers in ±[0.5, 1.5), always the same ones (splitmix64).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Self {
        Random(0x5eed)
    }

    /// Multiples of 2⁻¹⁰, exact in both precisions.
    pub(super) fn vector(&mut self, size: usize) -> Vec<f64> {
        (0..size).map(|_| self.next()).collect()
    }

    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        let magnitude = 0.5 + (bits >> 54) as f64 / 1024.0;
        if bits & 1 == 0 { magnitude } else { -magnitude }
    }
}
