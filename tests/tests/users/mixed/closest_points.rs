use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Pose {
    x: f64,
    y: f64,
    theta: f64,
}

#[differentiable]
impl Pose {
    fn apply(&self, (px, py): (f64, f64)) -> (f64, f64) {
        let (s, c) = self.theta.sin_cos();
        (c * px - s * py + self.x, s * px + c * py + self.y)
    }
}

fn nearest(p: (f64, f64), cloud: &[(f64, f64)]) -> usize {
    cloud
        .iter()
        .enumerate()
        .map(|(i, q)| (i, (p.0 - q.0).powi(2) + (p.1 - q.1).powi(2)))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(i, _)| i)
        .expect("cloud is empty")
}

#[differentiable]
fn icp_cost(
    pose: Pose,
    #[constant] source: &[(f64, f64)],
    #[constant] target: &[(f64, f64)],
) -> f64 {
    let mut cost = 0.0;
    for &p in source {
        let q = pose.apply(p);
        let i = nearest(pullback::stop_gradient(q), target);
        let (dx, dy) = (q.0 - target[i].0, q.1 - target[i].1);
        cost += dx * dx + dy * dy;
    }
    cost / source.len() as f64
}

#[test]
fn gradient_is_right() {
    let src = [(0.0, 0.0), (1.0, 0.2), (2.0, 1.0)];
    let tgt = [(0.1, 0.1), (1.1, 0.5), (1.8, 1.4)];
    let make = |v: &[f64]| Pose {
        x: v[0],
        y: v[1],
        theta: v[2],
    };
    let v = [0.05, 0.1, 0.07];
    let g = icp_cost::gradient(make(&v), &src, &tgt);
    assert_grad(|v| icp_cost(make(v), &src, &tgt), &v, &[g.x, g.y, g.theta]);
}
