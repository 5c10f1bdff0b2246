use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::Mul;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pose {
    rot: [[f64; 2]; 2],
    trans: [f64; 2],
}

#[differentiable]
impl Pose {
    const IDENTITY: Pose = Pose {
        rot: [[1.0, 0.0], [0.0, 1.0]],
        trans: [0.0, 0.0],
    };

    fn new(theta: f64, x: f64, y: f64) -> Self {
        let (s, c) = theta.sin_cos();
        Pose {
            rot: [[c, -s], [s, c]],
            trans: [x, y],
        }
    }

    fn inverse(&self) -> Self {
        let r = self.rot;
        let t = self.trans;
        Pose {
            rot: [[r[0][0], r[1][0]], [r[0][1], r[1][1]]],
            trans: [
                -(r[0][0] * t[0] + r[1][0] * t[1]),
                -(r[0][1] * t[0] + r[1][1] * t[1]),
            ],
        }
    }
}

#[differentiable]
impl Mul<[f64; 2]> for Pose {
    type Output = [f64; 2];
    fn mul(self, p: [f64; 2]) -> [f64; 2] {
        std::array::from_fn(|i| self.rot[i][0] * p[0] + self.rot[i][1] * p[1] + self.trans[i])
    }
}

#[differentiable]
impl Mul for Pose {
    type Output = Pose;
    fn mul(self, o: Pose) -> Pose {
        let mut rot = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                rot[i][j] = (0..2).map(|k| self.rot[i][k] * o.rot[k][j]).sum();
            }
        }
        Pose {
            rot,
            trans: self * o.trans,
        }
    }
}

#[differentiable]
fn loop_error(steps: &[(f64, f64, f64)], landmark: [f64; 2]) -> f64 {
    let end = steps
        .iter()
        .fold(Pose::IDENTITY, |acc, &(t, x, y)| acc * Pose::new(t, x, y));
    let [u, v] = end.inverse() * landmark;
    u * u + (v - 1.0).powi(2)
}

#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| v.chunks(3).map(|c| (c[0], c[1], c[2])).collect::<Vec<_>>();
    let v = [0.3, 1.0, 0.2, -0.5, 0.8, -0.1];
    let l = [0.4, 1.5];
    let (ds, dl) = loop_error::gradient(&mk(&v), l);
    let flat: Vec<f64> = ds.iter().flat_map(|&(a, b, c)| [a, b, c]).collect();
    assert_grad(|v| loop_error(&mk(v), l), &v, &flat);
    assert_grad(|v| loop_error(&mk(&mk_flat()), [v[0], v[1]]), &l, &dl);
    fn mk_flat() -> Vec<f64> {
        vec![0.3, 1.0, 0.2, -0.5, 0.8, -0.1]
    }
}
