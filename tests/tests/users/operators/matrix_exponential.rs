use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Index, IndexMut, Mul};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Mat<const R: usize, const C: usize> {
    e: [[f64; C]; R],
}

#[differentiable]
impl<const R: usize, const C: usize> Index<(usize, usize)> for Mat<R, C> {
    type Output = f64;
    fn index(&self, (r, c): (usize, usize)) -> &f64 {
        &self.e[r][c]
    }
}
#[differentiable]
impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Mat<R, C> {
    fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut f64 {
        &mut self.e[r][c]
    }
}
#[differentiable]
impl<const R: usize, const K: usize, const C: usize> Mul<Mat<K, C>> for Mat<R, K> {
    type Output = Mat<R, C>;
    fn mul(self, rhs: Mat<K, C>) -> Mat<R, C> {
        let mut out = Mat { e: [[0.0; C]; R] };
        for r in 0..R {
            for c in 0..C {
                for k in 0..K {
                    out[(r, c)] += self[(r, k)] * rhs[(k, c)];
                }
            }
        }
        out
    }
}
#[differentiable]
impl<const R: usize, const C: usize> Add for Mat<R, C> {
    type Output = Self;
    fn add(mut self, rhs: Self) -> Self {
        for r in 0..R {
            for c in 0..C {
                self.e[r][c] += rhs.e[r][c];
            }
        }
        self
    }
}

#[differentiable]
fn expm(a: Mat<2, 2>, terms: u32) -> Mat<2, 2> {
    let mut result = Mat {
        e: [[1.0, 0.0], [0.0, 1.0]],
    };
    let mut power = result;
    for k in 1..=terms {
        power = power * a;
        for row in power.e.iter_mut() {
            for v in row {
                *v /= k as f64;
            }
        }
        result = result + power;
    }
    result
}

#[differentiable]
fn f(v: &[f64; 4]) -> f64 {
    let e = expm(
        Mat {
            e: [[v[0], v[1]], [v[2], v[3]]],
        },
        8,
    );
    e[(0, 1)] * e[(1, 0)] + e[(0, 0)]
}

#[test]
fn gradient_is_right() {
    let v = [0.3, 0.5, -0.4, 0.1];
    assert_grad(|v| f(&[v[0], v[1], v[2], v[3]]), &v, &f::gradient(&v));
}
