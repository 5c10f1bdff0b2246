use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{AddAssign, DivAssign, MulAssign, SubAssign};

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct V2(f64, f64);

#[differentiable]
impl AddAssign for V2 {
    fn add_assign(&mut self, o: V2) {
        self.0 += o.0;
        self.1 += o.1;
    }
}
#[differentiable]
impl SubAssign for V2 {
    fn sub_assign(&mut self, o: V2) {
        self.0 -= o.0;
        self.1 -= o.1;
    }
}
#[differentiable]
impl MulAssign<f64> for V2 {
    fn mul_assign(&mut self, k: f64) {
        self.0 *= k;
        self.1 *= k;
    }
}
#[differentiable]
impl DivAssign<f64> for V2 {
    fn div_assign(&mut self, k: f64) {
        *self *= 1.0 / k;
    }
}

#[differentiable]
fn f(pts: &[(f64, f64)], k: f64) -> f64 {
    let mut c = V2::default();
    for &(x, y) in pts {
        c += V2(x, y);
    }
    c /= pts.len() as f64;
    c *= k;
    let mut worst = 0.0;
    for p in pts {
        let mut d = V2(p.0, p.1);
        d -= c;
        worst += d.0 * d.0 * d.1;
    }
    worst
}

#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| v.chunks(2).map(|c| (c[0], c[1])).collect::<Vec<_>>();
    let v = [0.3, 1.0, -0.7, 0.4, 2.0, 0.9];
    let (dp, dk) = f::gradient(&mk(&v), 1.3);
    let flat: Vec<f64> = dp.iter().flat_map(|&(a, b)| [a, b]).collect();
    assert_grad(|v| f(&mk(v), 1.3), &v, &flat);
    assert_grad(|k| f(&mk(&v), k[0]), &[1.3], &[dk]);
}
