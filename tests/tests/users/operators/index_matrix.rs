use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Index, IndexMut};

#[derive(Clone, Debug, Differentiable)]
struct Mat<const R: usize, const C: usize> {
    m: [[f64; C]; R],
}

#[differentiable]
impl<const R: usize, const C: usize> Index<[usize; 2]> for Mat<R, C> {
    type Output = f64;
    fn index(&self, [i, j]: [usize; 2]) -> &f64 {
        &self.m[i][j]
    }
}

#[differentiable]
impl<const R: usize, const C: usize> IndexMut<[usize; 2]> for Mat<R, C> {
    fn index_mut(&mut self, [i, j]: [usize; 2]) -> &mut f64 {
        &mut self.m[i][j]
    }
}

#[differentiable]
fn f(a: [[f64; 2]; 3], s: f64) -> f64 {
    let mut m = Mat { m: a };
    m[[0, 1]] *= s;
    m[[2, 0]] = m[[0, 0]] - m[[1, 1]];
    let mut t = 0.0;
    for i in 0..3 {
        t += m[[i, 0]] * m[[i, 1]];
    }
    t
}

#[test]
fn gradient_is_right() {
    let v = [0.3, 1.0, -0.7, 0.4, 2.0, 0.9];
    let mk = |v: &[f64]| [[v[0], v[1]], [v[2], v[3]], [v[4], v[5]]];
    let (da, ds) = f::gradient(mk(&v), 1.3);
    assert_grad(
        |v| f(mk(v), 1.3),
        &v,
        &[da[0][0], da[0][1], da[1][0], da[1][1], da[2][0], da[2][1]],
    );
    assert_grad(|s| f(mk(&v), s[0]), &[1.3], &[ds]);
}
