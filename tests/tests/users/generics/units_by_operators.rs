//! Units of measure and frames of reference, whose operators leave it to constructors to write the `PhantomData`.

use crate::check;
use pullback::{Differentiable, Real, differentiable};
use std::iter::Sum;
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

struct Metre;
struct Second;

#[derive(Differentiable)]
struct Quantity<U>(f64, PhantomData<U>);
impl<U> Clone for Quantity<U> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<U> Copy for Quantity<U> {}
#[differentiable]
impl<U> Quantity<U> {
    fn new(value: f64) -> Self {
        Quantity(value, PhantomData)
    }
}
#[differentiable]
impl<U> Quantity<U> {
    fn get(self) -> f64 {
        self.0
    }
    fn max(self, other: Self) -> Self {
        if self.0 > other.0 { self } else { other }
    }
    fn abs(self) -> Self {
        Self::new(self.0.abs())
    }
}
#[differentiable]
impl<U> Neg for Quantity<U> {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.0)
    }
}
#[differentiable]
impl<U> Add for Quantity<U> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Quantity::new(self.0 + other.0)
    }
}
#[differentiable]
impl<U> Sub<&Quantity<U>> for &Quantity<U> {
    type Output = Quantity<U>;
    fn sub(self, other: &Quantity<U>) -> Quantity<U> {
        Quantity::new(self.0 - other.0)
    }
}
#[differentiable]
impl<U> Mul<Quantity<U>> for f64 {
    type Output = Quantity<U>;
    fn mul(self, other: Quantity<U>) -> Quantity<U> {
        Quantity::new(self * other.0)
    }
}
#[differentiable]
impl<U> AddAssign for Quantity<U> {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0 + other.0;
    }
}
#[differentiable]
impl<U> Div for Quantity<U> {
    type Output = f64;
    fn div(self, other: Self) -> f64 {
        self.0 / other.0
    }
}
#[differentiable]
impl<U> Sum for Quantity<U> {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Quantity::new(0.0), |a, b| a + b)
    }
}
#[differentiable]
fn speed(way: Quantity<Metre>, time: Quantity<Second>) -> f64 {
    way.get() / time.get()
}
#[differentiable]
fn quantities(x: &[f64]) -> f64 {
    let a: Quantity<Metre> = Quantity::new(x[0]);
    let b = Quantity::new(x[1]);
    let mut c = -a + 2.0 * b;
    c += &a - &b;
    let total: Quantity<Metre> = [a, b, c.abs()].iter().copied().sum();
    total.max(a) / b + speed(total, Quantity::<Second>::new(x[0] * x[1]))
}

trait Frame {}
struct World;
struct Body;
impl Frame for World {}
impl Frame for Body {}

#[derive(Differentiable)]
struct Vector<F: Frame> {
    x: f64,
    y: f64,
    frame: PhantomData<F>,
}
#[differentiable]
impl<F: Frame> Add for &Vector<F> {
    type Output = Vector<F>;
    fn add(self, other: &Vector<F>) -> Vector<F> {
        Vector {
            x: self.x + other.x,
            y: self.y + other.y,
            frame: PhantomData,
        }
    }
}
#[differentiable]
impl<F: Frame> Vector<F> {
    fn new(x: f64, y: f64) -> Self {
        Vector {
            x,
            y,
            frame: PhantomData,
        }
    }
}
#[differentiable]
impl<F: Frame> Neg for Vector<F> {
    type Output = Self;
    fn neg(self) -> Self {
        Vector::new(-self.x, -self.y)
    }
}
#[derive(Differentiable)]
struct Rotation<From: Frame, To: Frame> {
    angle: f64,
    frames: PhantomData<(From, To)>,
}
#[differentiable]
impl<A: Frame, B: Frame> Rotation<A, B> {
    fn new(angle: f64) -> Self {
        Rotation {
            angle,
            frames: PhantomData,
        }
    }
    fn apply(&self, v: &Vector<A>) -> Vector<B> {
        let (s, c) = self.angle.sin_cos();
        Vector {
            x: c * v.x - s * v.y,
            y: s * v.x + c * v.y,
            frame: PhantomData,
        }
    }
    fn inverse(&self) -> Rotation<B, A> {
        Rotation::new(-2.0 * self.angle)
    }
}
#[differentiable]
fn frames(x: &[f64]) -> f64 {
    let rotation: Rotation<Body, World> = Rotation::new(x[0]);
    let v = Vector::<Body> {
        x: x[1],
        y: 1.0,
        frame: PhantomData,
    };
    let turned = rotation.apply(&(&v + &v));
    let back = -rotation.inverse().apply(&turned);
    turned.x * back.y + back.x
}

/// A parameter that is bound by a trait of the user's may stand for numbers.
trait Scalar: Real {}
impl Scalar for f64 {}
#[derive(Clone, Copy, Differentiable)]
struct Pair<T> {
    a: T,
    b: T,
}
#[differentiable]
impl<T: Scalar> Pair<T> {
    fn new(a: T, b: T) -> Self {
        Pair { a, b }
    }
}
#[differentiable]
impl<T: Scalar> Add for Pair<T> {
    type Output = Pair<T>;
    fn add(self, other: Pair<T>) -> Pair<T> {
        Pair::new(self.a + other.a, self.b + other.b)
    }
}
#[differentiable]
fn pairs(x: &[f64]) -> f64 {
    let sum = Pair::new(x[0], x[1]) + Pair::new(x[1], x[0] * x[1]);
    sum.a * sum.b
}

/// A parameter that stands for a value is none that marks, though nothing is done with it but passing it on.
#[derive(Clone, Differentiable)]
struct Tagged<T> {
    value: f64,
    tag: T,
}
#[differentiable]
impl<T> Mul<f64> for Tagged<T> {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        Tagged {
            value: self.value * k,
            tag: self.tag,
        }
    }
}
#[differentiable]
fn tagged(x: &[f64]) -> f64 {
    let scaled = Tagged {
        value: x[0],
        tag: x[1],
    } * x[0];
    scaled.value * scaled.tag
}

#[test]
fn constructors_write_what_marks() {
    let points: &[&[f64]] = &[&[3.0, 0.7], &[-1.0, 2.0]];
    check(quantities, quantities::gradient, points);
    check(frames, frames::gradient, points);
    check(pairs, pairs::gradient, points);
    check(tagged, tagged::gradient, points);
}
