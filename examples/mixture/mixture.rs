//! The fitted mixture as people read it: weights, means and covariances in the data's own units.

use crate::data::{Point, Standardisation};
use crate::model::PARAMETERS;

/// One Gaussian of the mixture, with its weight.
pub struct Component {
    pub weight: f64,
    pub mean: Point,
    pub deviation: Point,
    pub correlation: f64,
}

impl Component {
    /// Weighted density at `point`.
    pub fn density(&self, point: &Point) -> f64 {
        let [u, v] = [0, 1].map(|i| (point[i] - self.mean[i]) / self.deviation[i]);
        let independent = 1.0 - self.correlation.powi(2);
        let square = (u * u - 2.0 * self.correlation * u * v + v * v) / independent;
        let area =
            std::f64::consts::TAU * self.deviation[0] * self.deviation[1] * independent.sqrt();
        self.weight * (-0.5 * square).exp() / area
    }
}

/// A fitted mixture, its components in the order of their means.
pub struct Mixture {
    pub components: Vec<Component>,
}

impl Mixture {
    /// Reads the unconstrained parameters of the model, which are in standardised units.
    pub fn from_parameters(theta: &[f64], units: &Standardisation) -> Self {
        let rows = || theta.chunks_exact(PARAMETERS);
        let largest = rows().map(|row| row[0]).fold(f64::NEG_INFINITY, f64::max);
        let normaliser: f64 = rows().map(|row| (row[0] - largest).exp()).sum();
        let component = |row: &[f64]| {
            let (a, b, c) = (row[3].exp(), row[4], row[5].exp());
            let deviation = [a, b.hypot(c)];
            Component {
                weight: (row[0] - largest).exp() / normaliser,
                mean: [0, 1].map(|i| units.mean[i] + units.scale[i] * row[1 + i]),
                deviation: [0, 1].map(|i| units.scale[i] * deviation[i]),
                correlation: b / deviation[1],
            }
        };
        let mut components: Vec<_> = rows().map(component).collect();
        components.sort_by(|p, q| p.mean[0].total_cmp(&q.mean[0]));
        Self { components }
    }

    pub fn density(&self, point: &Point) -> f64 {
        self.components.iter().map(|c| c.density(point)).sum()
    }

    /// The component that most probably produced `point`.
    pub fn classify(&self, point: &Point) -> usize {
        let densities = self.components.iter().map(|c| c.density(point));
        let best = densities.enumerate().max_by(|p, q| p.1.total_cmp(&q.1));
        best.expect("a mixture has components").0
    }
}
