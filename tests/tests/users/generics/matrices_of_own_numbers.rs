use crate::check;
use pullback::{Differentiable, Real, differentiable};
use std::fmt::Debug;
use std::ops::*;
trait Scalar: Real + Sum2 {
    const EPS: Self;
    fn half() -> Self {
        Self::from_f64(0.5)
    }
}
trait Sum2 {}
impl Sum2 for f64 {}
impl Scalar for f64 {
    const EPS: f64 = 1e-9;
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Mat<T, const R: usize, const C: usize> {
    d: [[T; C]; R],
}
#[differentiable]
impl<T: Scalar, const R: usize, const C: usize> Mat<T, R, C> {
    fn zero() -> Self {
        Mat {
            d: [[T::from_f64(0.0); C]; R],
        }
    }
    fn from_fn(f: impl Fn(usize, usize) -> T) -> Self {
        let mut m = Self::zero();
        for i in 0..R {
            for j in 0..C {
                m.d[i][j] = f(i, j);
            }
        }
        m
    }
    fn t(&self) -> Mat<T, C, R> {
        Mat::from_fn(|i, j| self.d[j][i])
    }
    fn norm2(&self) -> T {
        let mut s = T::from_f64(0.0);
        for r in &self.d {
            for &v in r {
                s += v * v;
            }
        }
        s
    }
    fn map(&self, f: impl Fn(T) -> T) -> Self {
        Mat {
            d: self.d.map(|r| r.map(&f)),
        }
    }
}
#[differentiable]
impl<T: Scalar, const R: usize, const K: usize, const C: usize> Mul<&Mat<T, K, C>>
    for &Mat<T, R, K>
{
    type Output = Mat<T, R, C>;
    fn mul(self, o: &Mat<T, K, C>) -> Mat<T, R, C> {
        let mut m = Mat::zero();
        for i in 0..R {
            for j in 0..C {
                for k in 0..K {
                    m.d[i][j] += self.d[i][k] * o.d[k][j];
                }
            }
        }
        m
    }
}
#[differentiable]
impl<T: Scalar, const N: usize> Mat<T, N, N> {
    fn eye() -> Self {
        Self::from_fn(|i, j| {
            if i == j {
                T::from_f64(1.0)
            } else {
                T::from_f64(0.0)
            }
        })
    }
    fn pow(&self, n: u32) -> Self {
        let mut r = Self::eye();
        for _ in 0..n {
            r = &r * self;
        }
        r
    }
    fn trace(&self) -> T {
        (0..N).map(|i| self.d[i][i]).sum()
    }
    fn exp(&self) -> Self {
        let mut term = Self::eye();
        let mut sum = Self::eye();
        for k in 1..6 {
            let c = T::from_f64(1.0 / k as f64);
            term = (&term * self).map(|v| v * c);
            sum = Mat::from_fn(|i, j| sum.d[i][j] + term.d[i][j]);
        }
        sum
    }
}
#[differentiable]
fn f<T: Scalar>(a: &Mat<T, 2, 2>, b: &Mat<T, 2, 3>) -> T {
    let c = &(a * b) * &b.t();
    c.pow(2).trace() * T::half() + a.exp().norm2().sqrt() + T::EPS
}
#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| {
        (
            Mat::<f64, 2, 2>::from_fn(|i, j| v[2 * i + j]),
            Mat::<f64, 2, 3>::from_fn(|i, j| v[4 + 3 * i + j]),
        )
    };
    check(
        |v| {
            let (a, b) = mk(v);
            f(&a, &b)
        },
        |v| {
            let (a, b) = mk(v);
            let (da, db) = f::gradient(&a, &b);
            da.d.iter()
                .flatten()
                .chain(db.d.iter().flatten())
                .copied()
                .collect()
        },
        &[&[0.3, 0.5, -0.2, 0.8, 0.1, 0.9, 0.4, -0.6, 0.2, 0.7]],
    );
}
