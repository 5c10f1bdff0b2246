use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Arm<const N: usize> {
    lengths: [f64; N],
}

#[differentiable]
impl<const N: usize> Arm<N> {
    fn joints(&self, q: &[f64; N]) -> Vec<(f64, f64)> {
        let mut angle = 0.0;
        let mut at = (0.0, 0.0);
        let mut out = vec![at];
        for (l, q) in self.lengths.iter().zip(q) {
            angle += q;
            at = (at.0 + l * angle.cos(), at.1 + l * angle.sin());
            out.push(at);
        }
        out
    }

    fn solve(&self, goal: (f64, f64), iterations: u32) -> [f64; N] {
        let mut q = [0.2; N];
        for _ in 0..iterations {
            let pts = self.joints(&q);
            let &(ex, ey) = pts.last().unwrap();
            let err = (goal.0 - ex, goal.1 - ey);
            for i in 0..N {
                let (rx, ry) = (ex - pts[i].0, ey - pts[i].1);
                q[i] += 0.1 * (-ry * err.0 + rx * err.1);
            }
        }
        q
    }
}

#[differentiable]
fn effort(lengths: [f64; 3], gx: f64, gy: f64) -> f64 {
    let arm = Arm { lengths };
    arm.solve((gx, gy), 7).iter().map(|q| q * q).sum()
}

#[test]
fn gradient_is_right() {
    let (dl, dx, dy) = effort::gradient([1.0, 0.8, 0.5], 1.1, 1.3);
    assert_grad(
        |v| effort([v[0], v[1], v[2]], v[3], v[4]),
        &[1.0, 0.8, 0.5, 1.1, 1.3],
        &[dl[0], dl[1], dl[2], dx, dy],
    );
}
