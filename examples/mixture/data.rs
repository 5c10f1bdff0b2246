//! The data, and the change of units in which the fit is done.

/// Length of an eruption and waiting time to the next one, in minutes.
pub type Point = [f64; 2];

const OLD_FAITHFUL: &str = include_str!("../data/old_faithful.csv");

/// The 272 eruptions of Old Faithful; `data/README.md` names their source.
pub fn old_faithful() -> Vec<Point> {
    OLD_FAITHFUL.lines().skip(1).map(parse).collect()
}

fn parse(line: &str) -> Point {
    let mut fields = line
        .split(',')
        .map(|field| field.parse().expect("a number"));
    std::array::from_fn(|_| fields.next().expect("two columns"))
}

/// An affine map that gives both coordinates mean zero and variance one, so that one step length
/// suits minutes of eruption as well as the far larger minutes of waiting.
pub struct Standardisation {
    pub mean: Point,
    pub scale: Point,
}

impl Standardisation {
    pub fn of(points: &[Point]) -> Self {
        let n = points.len() as f64;
        let mean = [0, 1].map(|i| points.iter().map(|p| p[i]).sum::<f64>() / n);
        let variance = |i: usize| points.iter().map(|p| (p[i] - mean[i]).powi(2)).sum::<f64>() / n;
        let scale = [variance(0).sqrt(), variance(1).sqrt()];
        Self { mean, scale }
    }

    pub fn apply(&self, point: &Point) -> Point {
        [0, 1].map(|i| (point[i] - self.mean[i]) / self.scale[i])
    }

    /// Logarithm of the determinant of the map: what a log density gains when it is expressed in
    /// the original units.
    pub fn log_determinant(&self) -> f64 {
        -self.scale[0].ln() - self.scale[1].ln()
    }
}
