//! Traits of scalars that ask for operators, as they are written where nobody thinks of derivatives.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;
use std::ops::{Add, Mul, Sub};

#[differentiable]
trait Field: Copy + Add<Output = Self> + Mul<Output = Self> + Sub<Output = Self> {
    fn zero() -> Self;
    fn sqrt(self) -> Self;
    fn max(self, other: Self) -> Self;
}

#[differentiable]
impl Field for f64 {
    fn zero() -> f64 {
        0.0
    }
    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }
    fn max(self, other: f64) -> f64 {
        f64::max(self, other)
    }
}

/// A number with its derivative.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Dual {
    value: f64,
    slope: f64,
}

#[differentiable]
impl Add for Dual {
    type Output = Dual;
    fn add(self, o: Dual) -> Dual {
        Dual {
            value: self.value + o.value,
            slope: self.slope + o.slope,
        }
    }
}

#[differentiable]
impl Sub for Dual {
    type Output = Dual;
    fn sub(self, o: Dual) -> Dual {
        Dual {
            value: self.value - o.value,
            slope: self.slope - o.slope,
        }
    }
}

#[differentiable]
impl Mul for Dual {
    type Output = Dual;
    fn mul(self, o: Dual) -> Dual {
        Dual {
            value: self.value * o.value,
            slope: self.value * o.slope + self.slope * o.value,
        }
    }
}

#[differentiable]
impl Field for Dual {
    fn zero() -> Dual {
        Dual {
            value: 0.0,
            slope: 0.0,
        }
    }
    fn sqrt(self) -> Dual {
        let value = f64::sqrt(self.value);
        Dual {
            value,
            slope: self.slope / (2.0 * value),
        }
    }
    fn max(self, other: Dual) -> Dual {
        if self.value > other.value {
            self
        } else {
            other
        }
    }
}

#[differentiable]
fn norm<T: Field>(x: &[T]) -> T {
    let mut total = T::zero();
    for &v in x {
        total = total + v * v;
    }
    total.sqrt()
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vector<T, const N: usize>([T; N]);

#[differentiable]
impl<T: Field, const N: usize> Vector<T, N> {
    fn dot(&self, other: &Self) -> T {
        let mut total = T::zero();
        for i in 0..N {
            total = total + self.0[i] * other.0[i];
        }
        total
    }

    fn length(&self) -> T {
        self.dot(self).sqrt()
    }

    fn largest(&self) -> T {
        let mut found = self.0[0];
        for &v in &self.0[1..] {
            found = found.max(v);
        }
        found
    }
}

#[differentiable]
fn of_floats_and_duals(x: &[f64]) -> f64 {
    let duals = [
        Dual {
            value: x[0],
            slope: 1.0,
        },
        Dual {
            value: x[1],
            slope: x[2],
        },
    ];
    let v = Vector(duals);
    let w = Vector([x[0], x[1], x[2]]);
    let n = norm(&duals);
    n.value * n.slope + norm(x) + v.length().slope * v.largest().slope + w.length() * w.largest()
}

check!(scalars_of_users, of_floats_and_duals(&[1.3, 0.4, 0.7]));
check!(
    scalars_of_users_by_the_other_branch,
    of_floats_and_duals(&[0.3, 0.9, 1.7])
);

/// Operators of arrays of what has operators.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Sums<T, const N: usize>([T; N]);

#[differentiable]
impl<T: Copy + Add<Output = T>, const N: usize> Add for Sums<T, N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Sums(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

#[differentiable]
fn of_arrays(x: &[f64]) -> f64 {
    let a = Sums([x[0], x[1]]);
    let b = Sums([
        Dual {
            value: x[0],
            slope: x[1],
        },
        Dual {
            value: x[2],
            slope: 1.0,
        },
    ]);
    let (a, b) = (a + a, b + b);
    a.0[0] * a.0[1] + b.0[0].value * b.0[1].value * b.0[0].slope
}

check!(operators_of_arrays, of_arrays(&[1.1, -0.4, 0.6]));

/// Lists made in arrays, of which no type says what they are.
#[derive(Clone, Debug, Differentiable)]
struct Stages {
    k: [Vec<f64>; 3],
}

#[differentiable]
impl Stages {
    fn new(x: &[f64]) -> Self {
        Stages {
            k: std::array::from_fn(|i| x.iter().map(|v| v * i as f64).collect()),
        }
    }

    fn empty(n: usize) -> Self {
        Stages {
            k: std::array::from_fn(|_| vec![0.0; n]),
        }
    }
}

#[differentiable]
fn of_stages(x: &[f64]) -> f64 {
    let mut stages = Stages::empty(x.len());
    stages.k[1][0] = x[0] * x[1];
    let more = Stages::new(x);
    stages.k[1][0] * more.k[2][1] + more.k[1].iter().map(|v| v * v).sum::<f64>()
}

check!(lists_made_in_arrays, of_stages(&[0.8, 1.5, -0.3]));

#[differentiable]
impl<T: Field, const N: usize> Add for Vector<T, N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Vector(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

#[differentiable]
impl<T: Field, const N: usize> Mul<T> for Vector<T, N> {
    type Output = Self;
    fn mul(self, by: T) -> Self {
        Vector(std::array::from_fn(|i| self.0[i] * by))
    }
}

#[differentiable]
impl<T: Field, const N: usize> Vector<T, N> {
    fn map<F: Fn(T) -> T>(self, f: F) -> Self {
        Vector(self.0.map(f))
    }
}

#[differentiable]
fn of_operators(x: &[f64]) -> f64 {
    let v = Vector([x[0], x[1], x[2]]);
    let w = v.map(|a| a * a + x[1]) + v * x[2];
    let one = Dual {
        value: x[2],
        slope: 1.0,
    };
    let d = Vector([one, one * one]);
    let e = d * one + d.map(|a| a * a);
    w.length() + e.dot(&d).slope * w.dot(&v)
}

check!(operators_by_scalars, of_operators(&[0.8, -0.5, 1.2]));
