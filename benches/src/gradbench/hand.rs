//! Hand tracking: how far the skin of a posed hand is from measured points.
//!
//! Affine maps are 3 × 4 matrices, row after row: a linear part and, in the last column, a translation.

use super::Uniform;
use pullback::differentiable;

/// Three rows of four.
pub type Affine = [f64; 12];

/// A hand at rest, and the measurement.
#[derive(Clone, Debug)]
pub struct Hand {
    /// The bone that each bone is attached to, always an earlier one.
    pub parents: Vec<Option<usize>>,
    /// From each bone to its parent, at rest.
    pub base_relatives: Vec<Affine>,
    /// From the hand to each bone, at rest.
    pub inverse_base_absolutes: Vec<Affine>,
    /// Every vertex of the skin, at rest.
    pub base_positions: Vec<[f64; 3]>,
    /// How much each bone moves each vertex, vertex after vertex.
    pub weights: Vec<f64>,
    /// The vertex at which each point was measured.
    pub correspondences: Vec<usize>,
    /// The measured points.
    pub points: Vec<[f64; 3]>,
}

/// Half the sum of the squared distances of the points from their vertices.
///
/// `theta` holds the rotation and the translation of the hand, then four angles for each finger.
#[differentiable]
pub fn energy(theta: &[f64], #[constant] hand: &Hand) -> f64 {
    let maps = transforms(theta, hand);
    let turn = rotation(theta[0], theta[1], theta[2]);
    let bones = hand.parents.len();
    let mut total = 0.0;
    for i in 0..hand.correspondences.len() {
        let vertex = hand.correspondences[i];
        let weights = &hand.weights[vertex * bones..(vertex + 1) * bones];
        let p = skin(&maps, weights, &hand.base_positions[vertex]);
        for r in 0..3 {
            let row = turn[3 * r] * p[0] + turn[3 * r + 1] * p[1] + turn[3 * r + 2] * p[2];
            let residual = hand.points[i][r] - (row + theta[3 + r]);
            total += 0.5 * residual * residual;
        }
    }
    total
}

/// What each bone does to a vertex at rest: its map from the hand at rest to the posed hand.
#[differentiable]
fn transforms(theta: &[f64], #[constant] hand: &Hand) -> Vec<Affine> {
    let bones = hand.parents.len();
    let mut absolutes: Vec<Affine> = Vec::with_capacity(bones);
    let mut transforms = Vec::with_capacity(bones);
    for j in 0..bones {
        let (bend, spread) = angles(theta, j, bones);
        let relative = compose(&hand.base_relatives[j], &joint(bend, spread));
        let absolute = match hand.parents[j] {
            Some(parent) => compose(&absolutes[parent], &relative),
            None => relative,
        };
        transforms.push(compose(&absolute, &hand.inverse_base_absolutes[j]));
        absolutes.push(absolute);
    }
    transforms
}

/// How far a bone is bent and spread: the wrist, the first bone of a finger and the forearm are not.
#[differentiable]
fn angles(theta: &[f64], bone: usize, bones: usize) -> (f64, f64) {
    if bone == 0 || bone == bones - 1 {
        return (0.0, 0.0);
    }
    let finger = 6 + 4 * ((bone - 1) / 4);
    match (bone - 1) % 4 {
        0 => (0.0, 0.0),
        1 => (theta[finger], theta[finger + 1]),
        2 => (theta[finger + 2], 0.0),
        _ => (theta[finger + 3], 0.0),
    }
}

/// The rotation by `bend` about the first axis, then by `spread` about the third.
#[differentiable]
fn joint(bend: f64, spread: f64) -> Affine {
    let (sx, cx) = bend.sin_cos();
    let (sz, cz) = spread.sin_cos();
    [
        cz,
        -sz * cx,
        sz * sx,
        0.0, //
        sz,
        cz * cx,
        -cz * sx,
        0.0, //
        0.0,
        sx,
        cx,
        0.0,
    ]
}

/// First `b`, then `a`.
#[differentiable]
fn compose(a: &Affine, b: &Affine) -> Affine {
    let mut c = [0.0; 12];
    for r in 0..3 {
        for k in 0..4 {
            c[4 * r + k] = a[4 * r] * b[k] + a[4 * r + 1] * b[4 + k] + a[4 * r + 2] * b[8 + k];
        }
        c[4 * r + 3] += a[4 * r + 3];
    }
    c
}

/// The rotation by a vector, nine entries.
#[differentiable]
fn rotation(x: f64, y: f64, z: f64) -> [f64; 9] {
    let square = x * x + y * y + z * z;
    if square < 1e-8 {
        return [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    }
    let angle = square.sqrt();
    let (x, y, z) = (x / angle, y / angle, z / angle);
    let (s, c) = angle.sin_cos();
    [
        x * x + (1.0 - x * x) * c,
        x * y * (1.0 - c) - z * s,
        x * z * (1.0 - c) + y * s,
        x * y * (1.0 - c) + z * s,
        y * y + (1.0 - y * y) * c,
        y * z * (1.0 - c) - x * s,
        x * z * (1.0 - c) - y * s,
        y * z * (1.0 - c) + x * s,
        z * z + (1.0 - z * z) * c,
    ]
}

/// Where the bones take a vertex.
#[differentiable]
fn skin(transforms: &[Affine], #[constant] weights: &[f64], #[constant] v: &[f64; 3]) -> [f64; 3] {
    let mut p = [0.0; 3];
    for j in 0..weights.len() {
        let t = &transforms[j];
        for r in 0..3 {
            let image = t[4 * r] * v[0] + t[4 * r + 1] * v[1] + t[4 * r + 2] * v[2] + t[4 * r + 3];
            p[r] += weights[j] * image;
        }
    }
    p
}

/// Value, and gradient into `dtheta`.
pub fn by_hand(theta: &[f64], hand: &Hand, dtheta: &mut [f64]) -> f64 {
    let bones = hand.parents.len();
    let pose = Pose::new(theta, hand);
    let rotation = rotation(theta[0], theta[1], theta[2]);
    let mut drotation = [0.0; 9];
    let mut dtransforms = vec![[0.0; 12]; bones];
    dtheta.fill(0.0);
    let mut total = 0.0;
    for (vertex, point) in hand.correspondences.iter().zip(&hand.points) {
        let weights = &hand.weights[vertex * bones..(vertex + 1) * bones];
        let v = &hand.base_positions[*vertex];
        let p = skin(&pose.transforms, weights, v);
        // The residual is known at once, and with it all that its square needs.
        let mut dp = [0.0; 3];
        for r in 0..3 {
            let row = &rotation[3 * r..3 * r + 3];
            let residual =
                point[r] - (row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + theta[3 + r]);
            total += 0.5 * residual * residual;
            dtheta[3 + r] -= residual;
            for k in 0..3 {
                drotation[3 * r + k] -= residual * p[k];
                dp[k] -= residual * row[k];
            }
        }
        for (d, weight) in dtransforms.iter_mut().zip(weights) {
            for r in 0..3 {
                let pull = weight * dp[r];
                for k in 0..3 {
                    d[4 * r + k] += pull * v[k];
                }
                d[4 * r + 3] += pull;
            }
        }
    }
    reverse_rotation(theta, &drotation, dtheta);
    pose.reverse(hand, &dtransforms, dtheta);
    total
}

/// What the bones of a posed hand do, and what led to it.
struct Pose {
    angles: Vec<(f64, f64)>,
    relatives: Vec<Affine>,
    absolutes: Vec<Affine>,
    transforms: Vec<Affine>,
}

impl Pose {
    fn new(theta: &[f64], hand: &Hand) -> Self {
        let bones = hand.parents.len();
        let list = || Vec::with_capacity(bones);
        let mut pose = Pose {
            angles: (0..bones).map(|j| angles(theta, j, bones)).collect(),
            relatives: list(),
            absolutes: list(),
            transforms: list(),
        };
        for j in 0..bones {
            let (bend, spread) = pose.angles[j];
            let relative = compose(&hand.base_relatives[j], &joint(bend, spread));
            let absolute = match hand.parents[j] {
                Some(parent) => compose(&pose.absolutes[parent], &relative),
                None => relative,
            };
            pose.transforms
                .push(compose(&absolute, &hand.inverse_base_absolutes[j]));
            pose.relatives.push(relative);
            pose.absolutes.push(absolute);
        }
        pose
    }

    fn reverse(&self, hand: &Hand, dtransforms: &[Affine], dtheta: &mut [f64]) {
        let bones = hand.parents.len();
        let mut dabsolutes = vec![[0.0; 12]; bones];
        for j in (0..bones).rev() {
            add_by_first(
                &mut dabsolutes[j],
                &hand.inverse_base_absolutes[j],
                &dtransforms[j],
            );
            let dabsolute = dabsolutes[j];
            let drelative = match hand.parents[j] {
                Some(parent) => {
                    add_by_first(&mut dabsolutes[parent], &self.relatives[j], &dabsolute);
                    by_second(&self.absolutes[parent], &dabsolute)
                }
                None => dabsolute,
            };
            if j == 0 || j == bones - 1 || (j - 1) % 4 == 0 {
                continue;
            }
            let djoint = by_second(&hand.base_relatives[j], &drelative);
            let (by_bend, by_spread) = reverse_joint(self.angles[j], &djoint);
            let (finger, bone) = (6 + 4 * ((j - 1) / 4), (j - 1) % 4);
            if bone == 1 {
                dtheta[finger] = by_bend;
                dtheta[finger + 1] = by_spread;
            } else {
                dtheta[finger + bone] = by_bend;
            }
        }
    }
}

/// Adds the cotangent of `a` in [`compose`]`(a, b)`.
fn add_by_first(da: &mut Affine, b: &Affine, dc: &Affine) {
    for r in 0..3 {
        let dc = &dc[4 * r..4 * r + 4];
        for k in 0..3 {
            let b = &b[4 * k..4 * k + 4];
            da[4 * r + k] += dc[0] * b[0] + dc[1] * b[1] + dc[2] * b[2] + dc[3] * b[3];
        }
        da[4 * r + 3] += dc[3];
    }
}

/// The cotangent of `b` in [`compose`]`(a, b)`.
fn by_second(a: &Affine, dc: &Affine) -> Affine {
    std::array::from_fn(|i| {
        let (r, k) = (i / 4, i % 4);
        a[r] * dc[k] + a[4 + r] * dc[4 + k] + a[8 + r] * dc[8 + k]
    })
}

/// The cotangents of the angles of [`joint`].
fn reverse_joint((bend, spread): (f64, f64), d: &Affine) -> (f64, f64) {
    let (sx, cx) = bend.sin_cos();
    let (sz, cz) = spread.sin_cos();
    let by_bend =
        sz * (sx * d[1] + cx * d[2]) - cz * (sx * d[5] + cx * d[6]) + cx * d[9] - sx * d[10];
    let by_spread = cz * (d[4] - cx * d[1] + sx * d[2]) - sz * (d[0] + cx * d[5] - sx * d[6]);
    (by_bend, by_spread)
}

/// The cotangent of the vector of [`rotation`], into the first three numbers of `dtheta`.
fn reverse_rotation(theta: &[f64], d: &[f64; 9], dtheta: &mut [f64]) {
    let square = theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2];
    if square < 1e-8 {
        return;
    }
    let angle = square.sqrt();
    let axis = [theta[0] / angle, theta[1] / angle, theta[2] / angle];
    let (s, c) = angle.sin_cos();
    // Of the part that is odd in the axis: what each of its coordinates is multiplied with.
    let odd = [d[7] - d[5], d[2] - d[6], d[3] - d[1]];
    let mut by_angle = -s * (d[0] + d[4] + d[8]);
    let mut by_axis = [0.0; 3];
    for r in 0..3 {
        let mut even = 0.0;
        for k in 0..3 {
            by_axis[r] += (1.0 - c) * (d[3 * r + k] + d[3 * k + r]) * axis[k];
            even += d[3 * r + k] * axis[k];
        }
        by_axis[r] += s * odd[r];
        by_angle += s * axis[r] * even + c * axis[r] * odd[r];
    }
    let along = by_axis[0] * axis[0] + by_axis[1] * axis[1] + by_axis[2] * axis[2];
    for r in 0..3 {
        dtheta[r] = (by_axis[r] - along * axis[r]) / angle + by_angle * axis[r];
    }
}

/// A hand of 22 bones with `n` measured points, and the pose to differentiate at.
pub fn example(n: usize) -> (Vec<f64>, Hand) {
    const BONES: usize = 22;
    let mut uniform = Uniform::new(8);
    let theta = uniform.vec(26, -0.5, 0.5);
    let mut affine = || {
        let [bend, spread, x, y, z] = std::array::from_fn(|_| uniform.next() - 0.5);
        let mut affine = joint(bend, spread);
        (affine[3], affine[7], affine[11]) = (x, y, z);
        affine
    };
    let base_relatives = (0..BONES).map(|_| affine()).collect();
    let inverse_base_absolutes = (0..BONES).map(|_| affine()).collect();
    let mut point = || std::array::from_fn(|_| uniform.next());
    let base_positions = (0..n).map(|_| point()).collect();
    let points = (0..n).map(|_| point()).collect();
    let parent = |bone: usize| match bone {
        0 => None,
        // The first bones of the fingers, and the forearm, are attached to the wrist.
        _ if bone % 4 == 1 => Some(0),
        _ => Some(bone - 1),
    };
    let hand = Hand {
        parents: (0..BONES).map(parent).collect(),
        base_relatives,
        inverse_base_absolutes,
        base_positions,
        weights: uniform.vec(n * BONES, 0.0, 1.0 / BONES as f64),
        correspondences: (0..n).rev().collect(),
        points,
    };
    (theta, hand)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradbench::relative_error;

    #[test]
    fn by_hand_agrees() {
        let (theta, hand) = example(7);
        let mut resting = theta.clone();
        resting[..3].fill(0.0);
        for theta in [theta, resting] {
            let mut by_hand_d = vec![f64::NAN; 26];
            let by_hand = by_hand(&theta, &hand, &mut by_hand_d);
            let (value, d) = energy::value_and_gradient(&theta, &hand);
            assert!(relative_error(&[value], &[by_hand]) < 1e-14);
            assert!(relative_error(&d, &by_hand_d) < 1e-13);
        }
    }
}
