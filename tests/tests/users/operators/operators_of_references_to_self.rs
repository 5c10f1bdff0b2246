use crate::check;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, Index, IndexMut, Mul, Sub};

#[derive(Debug, Clone, PartialEq, Differentiable)]
pub struct Matrix<const R: usize, const C: usize> {
    data: [[f64; C]; R],
}
#[differentiable]
impl<const R: usize, const C: usize> Matrix<R, C> {
    pub fn zeros() -> Self {
        Self {
            data: [[0.0; C]; R],
        }
    }
    pub fn from_fn(f: impl Fn(usize, usize) -> f64) -> Self {
        let mut m = Self::zeros();
        for i in 0..R {
            for j in 0..C {
                m[(i, j)] = f(i, j);
            }
        }
        m
    }
    pub fn transpose(&self) -> Matrix<C, R> {
        let mut t = Matrix::<C, R>::zeros();
        for (i, row) in self.data.iter().enumerate() {
            for (j, &v) in row.iter().enumerate() {
                t.data[j][i] = v;
            }
        }
        t
    }
    pub fn frobenius(&self) -> f64 {
        self.data
            .iter()
            .flatten()
            .map(|v| v * v)
            .sum::<f64>()
            .sqrt()
    }
    pub fn scale(mut self, k: f64) -> Self {
        self.data.iter_mut().flatten().for_each(|v| *v *= k);
        self
    }
}
#[differentiable]
impl<const N: usize> Matrix<N, N> {
    pub fn identity() -> Self {
        let mut m = Self::zeros();
        for i in 0..N {
            m.data[i][i] = 1.0;
        }
        m
    }
    pub fn trace(&self) -> f64 {
        (0..N).map(|i| self.data[i][i]).sum()
    }
    pub fn det(&self) -> f64 {
        let mut a = self.data;
        let mut det = 1.0;
        for k in 0..N {
            let mut p = k;
            for i in k + 1..N {
                if a[i][k].abs() > a[p][k].abs() {
                    p = i;
                }
            }
            if p != k {
                a.swap(p, k);
                det = -det;
            }
            let pivot = a[k][k];
            if pivot == 0.0 {
                return 0.0;
            }
            det *= pivot;
            for i in k + 1..N {
                let f = a[i][k] / pivot;
                for j in k..N {
                    a[i][j] -= f * a[k][j];
                }
            }
        }
        det
    }
}
#[differentiable]
impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &Self::Output {
        &self.data[i][j]
    }
}
#[differentiable]
impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut Self::Output {
        &mut self.data[i][j]
    }
}
#[differentiable]
impl<const R: usize, const K: usize, const C: usize> Mul<&Matrix<K, C>> for &Matrix<R, K> {
    type Output = Matrix<R, C>;
    fn mul(self, rhs: &Matrix<K, C>) -> Matrix<R, C> {
        let mut out = Matrix::zeros();
        for i in 0..R {
            for j in 0..C {
                for k in 0..K {
                    out[(i, j)] += self[(i, k)] * rhs[(k, j)];
                }
            }
        }
        out
    }
}
#[differentiable]
impl<const R: usize, const C: usize> Add for Matrix<R, C> {
    type Output = Self;
    fn add(mut self, o: Self) -> Self {
        for i in 0..R {
            for j in 0..C {
                self[(i, j)] += o[(i, j)];
            }
        }
        self
    }
}
#[differentiable]
impl<'a, const R: usize, const C: usize> Sub<&'a Matrix<R, C>> for &'a Matrix<R, C> {
    type Output = Matrix<R, C>;
    fn sub(self, o: Self) -> Matrix<R, C> {
        Matrix::from_fn(|i, j| self[(i, j)] - o[(i, j)])
    }
}

#[differentiable]
fn riccati(p: &[f64]) -> f64 {
    let a = Matrix {
        data: [[1.0, p[0]], [p[1], 0.9]],
    };
    let b = Matrix::<2, 1> {
        data: [[0.0], [p[2]]],
    };
    let q = Matrix::<2, 2>::identity();
    let mut x = Matrix::<2, 2>::identity();
    for _ in 0..5 {
        let atx = &a.transpose() * &x;
        let atxb = &atx * &b;
        let s = p[3] + (&(&b.transpose() * &x) * &b)[(0, 0)];
        let correction = (&atxb * &atxb.transpose()).scale(1.0 / s);
        x = q.clone() + (&(&atx * &a) - &correction);
    }
    x.trace() + x.frobenius() * x.det()
}
#[test]
fn operators_of_references_to_self() {
    check(
        riccati,
        |x| riccati::gradient(x),
        &[&[0.1, -0.2, 0.5, 1.0], &[0.3, 1.4, 0.2, 0.5]],
    );
}
