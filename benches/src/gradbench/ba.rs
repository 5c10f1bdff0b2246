//! Bundle adjustment: reprojection residuals and their sparse Jacobian.

use super::Uniform;
use pullback::differentiable;

/// Rotation vector (3), centre (3), focal length, principal point (2), radial distortion (2).
pub type Camera = [f64; 11];
/// A point in space.
pub type Point = [f64; 3];
/// One row of the Jacobian of a reprojection residual: by camera, point and weight.
pub type Row = (Camera, Point, f64);

#[differentiable]
fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[differentiable]
fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// `v` turned by the rotation vector `r` (Rodrigues).
#[differentiable]
fn rotate(r: &[f64; 3], v: &[f64; 3]) -> [f64; 3] {
    let theta2 = dot(r, r);
    if theta2 != 0.0 {
        let theta = theta2.sqrt();
        let (sin, cos) = theta.sin_cos();
        let a = [r[0] / theta, r[1] / theta, r[2] / theta];
        let axv = cross(&a, v);
        let along = dot(&a, v) * (1.0 - cos);
        [
            v[0] * cos + axv[0] * sin + a[0] * along,
            v[1] * cos + axv[1] * sin + a[1] * along,
            v[2] * cos + axv[2] * sin + a[2] * along,
        ]
    } else {
        let rxv = cross(r, v);
        [v[0] + rxv[0], v[1] + rxv[1], v[2] + rxv[2]]
    }
}

/// Where the camera sees the point.
#[differentiable]
pub fn project(camera: &[f64; 11], x: &[f64; 3]) -> [f64; 2] {
    let r = [camera[0], camera[1], camera[2]];
    let v = [x[0] - camera[3], x[1] - camera[4], x[2] - camera[5]];
    let p = rotate(&r, &v);
    let g = [p[0] / p[2], p[1] / p[2]];
    let s = g[0] * g[0] + g[1] * g[1];
    let distortion = 1.0 + camera[9] * s + camera[10] * s * s;
    let scale = camera[6] * distortion;
    [scale * g[0] + camera[7], scale * g[1] + camera[8]]
}

/// The two weighted residuals of one observation.
#[differentiable]
pub fn reprojection(
    camera: &[f64; 11],
    x: &[f64; 3],
    w: f64,
    #[constant] feature: &[f64; 2],
) -> [f64; 2] {
    let seen = project(camera, x);
    [w * (seen[0] - feature[0]), w * (seen[1] - feature[1])]
}

/// The residual that keeps a weight near one.
#[differentiable]
pub fn weight_residual(w: f64) -> f64 {
    1.0 - w * w
}

/// The residuals of one observation and the two rows of their Jacobian, by derived code.
pub fn rows(camera: &Camera, x: &Point, w: f64, feature: &[f64; 2]) -> ([f64; 2], [Row; 2]) {
    let (residuals, pullback) = reprojection::vjp(camera, x, w, feature);
    (
        residuals,
        [pullback.call([1.0, 0.0]), pullback.call([0.0, 1.0])],
    )
}

/// The same as [`rows`], written by hand.
pub fn by_hand(camera: &Camera, x: &Point, w: f64, feature: &[f64; 2]) -> ([f64; 2], [Row; 2]) {
    let r = [camera[0], camera[1], camera[2]];
    let v = [x[0] - camera[3], x[1] - camera[4], x[2] - camera[5]];
    let (p, dp_dr, dp_dv) = rotate_by_hand(&r, &v);

    let z = 1.0 / p[2];
    let g = [p[0] * z, p[1] * z];
    let s = g[0] * g[0] + g[1] * g[1];
    let (f, k1, k2) = (camera[6], camera[9], camera[10]);
    let distortion = 1.0 + k1 * s + k2 * s * s;
    let slope = 2.0 * (k1 + 2.0 * k2 * s);
    let error = [
        f * distortion * g[0] + camera[7] - feature[0],
        f * distortion * g[1] + camera[8] - feature[1],
    ];

    let row = |i: usize| {
        // By g, then by the rotated point.
        let mut dg = [w * f * slope * g[i] * g[0], w * f * slope * g[i] * g[1]];
        dg[i] += w * f * distortion;
        let dp = [dg[0] * z, dg[1] * z, -(dg[0] * g[0] + dg[1] * g[1]) * z];
        let by = |m: &[[f64; 3]; 3], j: usize| dp[0] * m[0][j] + dp[1] * m[1][j] + dp[2] * m[2][j];
        let point = [by(&dp_dv, 0), by(&dp_dv, 1), by(&dp_dv, 2)];
        let mut camera = [0.0; 11];
        for j in 0..3 {
            camera[j] = by(&dp_dr, j);
            camera[3 + j] = -point[j];
        }
        camera[6] = w * distortion * g[i];
        camera[7 + i] = w;
        camera[9] = w * f * g[i] * s;
        camera[10] = w * f * g[i] * s * s;
        (camera, point, error[i])
    };
    ([w * error[0], w * error[1]], [row(0), row(1)])
}

type Matrix = [[f64; 3]; 3];

/// The rotated vector and its derivatives by `r` and by `v`.
fn rotate_by_hand(r: &[f64; 3], v: &[f64; 3]) -> ([f64; 3], Matrix, Matrix) {
    let theta2 = dot(r, r);
    if theta2 == 0.0 {
        let rxv = cross(r, v);
        let p = [v[0] + rxv[0], v[1] + rxv[1], v[2] + rxv[2]];
        let dv = [[1.0, -r[2], r[1]], [r[2], 1.0, -r[0]], [-r[1], r[0], 1.0]];
        return (p, minus_skew(v), dv);
    }
    let theta = theta2.sqrt();
    let (sin, cos) = theta.sin_cos();
    let a = [r[0] / theta, r[1] / theta, r[2] / theta];
    let (axv, av, versine) = (cross(&a, v), dot(&a, v), 1.0 - cos);
    let skew_v = minus_skew(v);
    let skew_a = minus_skew(&a);
    let (mut p, mut dr, mut dv) = ([0.0; 3], Matrix::default(), Matrix::default());
    for i in 0..3 {
        p[i] = v[i] * cos + axv[i] * sin + a[i] * av * versine;
        let by_theta = axv[i] * cos - v[i] * sin + a[i] * av * sin;
        // By the axis, for now as if its three coordinates were free.
        let mut by_axis = [0.0; 3];
        for j in 0..3 {
            let delta = if i == j { 1.0 } else { 0.0 };
            by_axis[j] = skew_v[i][j] * sin + (delta * av + a[i] * v[j]) * versine;
            dv[i][j] = delta * cos - skew_a[i][j] * sin + a[i] * a[j] * versine;
        }
        let along = dot(&by_axis, &a);
        for j in 0..3 {
            dr[i][j] = by_theta * a[j] + (by_axis[j] - along * a[j]) / theta;
        }
    }
    (p, dr, dv)
}

/// The matrix of `u` ↦ `u` × `v`.
fn minus_skew(v: &[f64; 3]) -> Matrix {
    [[0.0, v[2], -v[1]], [-v[2], 0.0, v[0]], [v[1], -v[0], 0.0]]
}

/// A whole problem; observation `i` is of camera and point `observed[i]`.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The cameras.
    pub cameras: Vec<Camera>,
    /// The points.
    pub points: Vec<Point>,
    /// One weight per observation.
    pub weights: Vec<f64>,
    /// Measured positions, one per observation.
    pub features: Vec<[f64; 2]>,
    /// Camera and point of every observation.
    pub observed: Vec<(usize, usize)>,
}

/// A Jacobian in compressed rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sparse {
    /// Where each row begins in `cols` and `vals`, and where the last one ends.
    pub rows: Vec<usize>,
    /// The column of every entry.
    pub cols: Vec<usize>,
    /// The entries.
    pub vals: Vec<f64>,
}

impl Sparse {
    fn end_row(&mut self) {
        self.rows.push(self.cols.len());
    }

    fn extend(&mut self, from: usize, values: &[f64]) {
        self.cols.extend(from..from + values.len());
        self.vals.extend(values);
    }
}

impl Problem {
    /// `p` observations that take turns among `n` cameras and `m` points, all alike.
    pub fn repeated(
        (n, m, p): (usize, usize, usize),
        camera: Camera,
        x: Point,
        w: f64,
        feature: [f64; 2],
    ) -> Self {
        Problem {
            cameras: vec![camera; n],
            points: vec![x; m],
            weights: vec![w; p],
            features: vec![feature; p],
            observed: (0..p).map(|i| (i % n, i % m)).collect(),
        }
    }

    /// The reprojection residuals, then the residuals of the weights.
    pub fn residuals(&self) -> Vec<f64> {
        let mut out = Vec::with_capacity(3 * self.weights.len());
        for (i, &(c, x)) in self.observed.iter().enumerate() {
            out.extend(reprojection(
                &self.cameras[c],
                &self.points[x],
                self.weights[i],
                &self.features[i],
            ));
        }
        out.extend(self.weights.iter().map(|&w| weight_residual(w)));
        out
    }

    /// The Jacobian of the residuals by cameras, points and weights; `rows` is [`rows`] or [`by_hand`].
    pub fn jacobian(
        &self,
        rows: impl Fn(&Camera, &Point, f64, &[f64; 2]) -> ([f64; 2], [Row; 2]),
    ) -> Sparse {
        let points_from = 11 * self.cameras.len();
        let weights_from = points_from + 3 * self.points.len();
        let entries = 31 * self.weights.len();
        let mut jacobian = Sparse {
            rows: Vec::with_capacity(3 * self.weights.len() + 1),
            cols: Vec::with_capacity(entries),
            vals: Vec::with_capacity(entries),
        };
        jacobian.end_row();
        for (i, &(c, x)) in self.observed.iter().enumerate() {
            let (w, feature) = (self.weights[i], &self.features[i]);
            let (_, rows) = rows(&self.cameras[c], &self.points[x], w, feature);
            for (camera, point, weight) in rows {
                jacobian.extend(11 * c, &camera);
                jacobian.extend(points_from + 3 * x, &point);
                jacobian.extend(weights_from + i, &[weight]);
                jacobian.end_row();
            }
        }
        for (i, &w) in self.weights.iter().enumerate() {
            jacobian.extend(weights_from + i, &[weight_residual::gradient(w)]);
            jacobian.end_row();
        }
        jacobian
    }
}

/// `p` observations of `m` points by `n` cameras, with weights below one.
pub fn example(n: usize, m: usize, p: usize) -> Problem {
    let mut uniform = Uniform::new(7);
    let mut array = |low: f64, high: f64| -> [f64; 3] {
        std::array::from_fn(|_| low + (high - low) * uniform.next())
    };
    let mut cameras = Vec::with_capacity(n);
    for _ in 0..n {
        let ([r0, r1, r2], [t0, t1, t2], [f, u, v]) =
            (array(-0.5, 0.5), array(-1.0, 1.0), array(0.0, 1.0));
        cameras.push([r0, r1, r2, t0, t1, t2, 100.0 + f, u, v, 0.1 * u, 0.01 * v]);
    }
    let point = |[x, y, z]: [f64; 3]| [x, y, z + 5.0];
    let points = (0..m).map(|_| point(array(-1.0, 1.0))).collect();
    let (mut weights, mut features) = (Vec::with_capacity(p), Vec::with_capacity(p));
    for _ in 0..p {
        let [w, u, v] = array(0.1, 1.0);
        weights.push(w);
        features.push([u, v]);
    }
    Problem {
        cameras,
        points,
        weights,
        features,
        observed: (0..p).map(|i| (i % n, i % m)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradbench::relative_error;

    #[test]
    fn by_hand_agrees() {
        let mut problem = example(3, 5, 15);
        problem.cameras[1][..3].fill(0.0);
        let (derived, by_hand) = (problem.jacobian(rows), problem.jacobian(by_hand));
        assert_eq!(
            (&derived.rows, &derived.cols),
            (&by_hand.rows, &by_hand.cols)
        );
        for row in derived.rows.windows(2) {
            let row = row[0]..row[1];
            let error = relative_error(&derived.vals[row.clone()], &by_hand.vals[row]);
            assert!(error < 1e-12, "{error:e}");
        }
    }

    #[test]
    fn the_rows_come_with_the_residuals() {
        let p = example(1, 1, 1);
        let args = (&p.cameras[0], &p.points[0], p.weights[0], &p.features[0]);
        let residuals = p.residuals();
        let error = |r: [f64; 2]| relative_error(&r, &residuals[..2]);
        assert!(error(rows(args.0, args.1, args.2, args.3).0) < 1e-15);
        assert!(error(by_hand(args.0, args.1, args.2, args.3).0) < 1e-13);
    }
}
