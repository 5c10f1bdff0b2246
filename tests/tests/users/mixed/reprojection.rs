use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Camera {
    focal: f64,
    yaw: f64,
    eye: [f64; 3],
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum ProjectError {
    BehindCamera,
}

#[differentiable]
impl Camera {
    fn project(&self, p: &[f64; 3]) -> Result<(f64, f64), ProjectError> {
        let (s, c) = self.yaw.sin_cos();
        let d = [p[0] - self.eye[0], p[1] - self.eye[1], p[2] - self.eye[2]];
        let z = -s * d[0] + c * d[2];
        if z <= 0.01 {
            return Err(ProjectError::BehindCamera);
        }
        let x = c * d[0] + s * d[2];
        Ok((self.focal * x / z, self.focal * d[1] / z))
    }
}

#[differentiable]
fn reprojection(
    cam: &Camera,
    #[constant] points: &[[f64; 3]],
    #[constant] seen: &[(f64, f64)],
) -> f64 {
    let mut err = 0.0;
    for (p, &(u, v)) in points.iter().zip(seen) {
        let Ok((x, y)) = cam.project(p) else {
            err += 10.0;
            continue;
        };
        err += (x - u).powi(2) + (y - v).powi(2);
    }
    err
}

#[test]
fn gradient_is_right() {
    let make = |v: &[f64]| Camera {
        focal: v[0],
        yaw: v[1],
        eye: [v[2], v[3], v[4]],
    };
    let v = [1.5, 0.1, 0.2, -0.1, 0.3];
    let pts = [[0.5, 0.2, 3.0], [0.0, 0.0, -4.0], [-1.0, 0.7, 5.0]];
    let seen = [(0.1, 0.2), (0.0, 0.0), (-0.4, 0.3)];
    let g = reprojection::gradient(&make(&v), &pts, &seen);
    assert_grad(
        |v| reprojection(&make(v), &pts, &seen),
        &v,
        &[g.focal, g.yaw, g.eye[0], g.eye[1], g.eye[2]],
    );
}
