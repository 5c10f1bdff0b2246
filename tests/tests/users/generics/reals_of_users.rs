//! A trait of the user's that is called like one of this library's.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;
use std::ops::{Add, Mul, Sub};

#[differentiable]
trait Real: Copy + Add<Output = Self> + Mul<Output = Self> + Sub<Output = Self> {
    fn of(value: f64) -> Self;
    fn sqrt(self) -> Self;
}

#[differentiable]
impl Real for f64 {
    fn of(value: f64) -> f64 {
        value
    }
    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vector<T, const N: usize>([T; N]);

#[differentiable]
impl<T: Real, const N: usize> Vector<T, N> {
    fn dot(&self, other: &Self) -> T {
        let mut total = T::of(0.0);
        for i in 0..N {
            total = total + self.0[i] * other.0[i];
        }
        total
    }

    fn length(&self) -> T {
        self.dot(self).sqrt()
    }

    fn map<F: Fn(T) -> T>(self, f: F) -> Self {
        Vector(self.0.map(f))
    }
}

#[differentiable]
impl<T: Real, const N: usize> Add for Vector<T, N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Vector(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

#[differentiable]
fn of_vectors(x: &[f64]) -> f64 {
    let a = Vector([x[0], x[1], x[2]]);
    let b = a.map(|v| v * v) + a;
    b.length() + a.dot(&b)
}

check!(reals_of_users, of_vectors(&[1.0, 0.2, -0.7]));
