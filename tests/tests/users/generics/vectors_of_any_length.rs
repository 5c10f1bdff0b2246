use crate::check;
use pullback::{Differentiable, Real, differentiable};
use std::iter::Sum;
use std::ops::*;
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct VecN<T, const N: usize>([T; N]);
#[differentiable]
impl<T: Real, const N: usize> VecN<T, N> {
    fn zeros() -> Self {
        VecN([T::from_f64(0.0); N])
    }
    fn dot(&self, o: &Self) -> T {
        let mut s = T::from_f64(0.0);
        for i in 0..N {
            s += self.0[i] * o.0[i];
        }
        s
    }
    fn norm(&self) -> T {
        self.dot(self).sqrt()
    }
    fn map<F: Fn(T) -> T>(self, f: F) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] = f(self.0[i]);
        }
        out
    }
    fn lerp(self, o: Self, t: T) -> Self {
        self * (T::from_f64(1.0) - t) + o * t
    }
}
#[differentiable]
impl<T: Real, const N: usize> Add for VecN<T, N> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        VecN(std::array::from_fn(|i| self.0[i] + o.0[i]))
    }
}
#[differentiable]
impl<T: Real, const N: usize> Mul<T> for VecN<T, N> {
    type Output = Self;
    fn mul(self, k: T) -> Self {
        VecN(self.0.map(|x| x * k))
    }
}
#[differentiable]
impl<T: Real, const N: usize> Index<usize> for VecN<T, N> {
    type Output = T;
    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}
#[differentiable]
impl<T: Real, const N: usize> IndexMut<usize> for VecN<T, N> {
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.0[i]
    }
}
#[differentiable]
impl<T: Real, const N: usize> Sum for VecN<T, N> {
    fn sum<I: Iterator<Item = Self>>(it: I) -> Self {
        it.fold(Self::zeros(), |a, b| a + b)
    }
}
#[differentiable]
impl<T: Real, const N: usize> Default for VecN<T, N> {
    fn default() -> Self {
        Self::zeros()
    }
}
#[differentiable]
fn f<T: Real>(ps: &[VecN<T, 3>], t: T) -> T {
    let c: VecN<T, 3> = ps.iter().copied().sum();
    let mut d = c.lerp(ps[0], t).map(|x| x.sin());
    d[1] = d[0] * d[2];
    let e = VecN::<T, 3>::default();
    d.norm() + (d + e).dot(&ps[1])
}
#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| {
        v.chunks(3)
            .map(|c| VecN([c[0], c[1], c[2]]))
            .collect::<Vec<_>>()
    };
    check(
        |v| f(&mk(&v[1..]), v[0]),
        |v| {
            let (a, b) = f::gradient(&mk(&v[1..]), v[0]);
            let mut o = vec![b];
            o.extend(a.iter().flat_map(|p| p.0));
            o
        },
        &[&[0.2, 1.0, 0.4, 0.3, 0.1, 0.2, 0.9]],
    );
}
