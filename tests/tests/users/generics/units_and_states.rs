//! Types whose parameters only mark: units of measure and the states of a protocol, which derive nothing.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::marker::PhantomData;
use std::ops::{Add, Mul};
#[derive(Clone, Copy, Debug)]
struct Metre;
#[derive(Clone, Copy, Debug)]
struct Foot;
trait Unit {
    const FACTOR: f64;
    fn name() -> &'static str;
}
impl Unit for Metre {
    const FACTOR: f64 = 1.0;
    fn name() -> &'static str {
        "m"
    }
}
impl Unit for Foot {
    const FACTOR: f64 = 0.3048;
    fn name() -> &'static str {
        "ft"
    }
}
#[derive(Clone, Copy, Debug, Differentiable)]
struct Length<U> {
    value: f64,
    unit: PhantomData<U>,
}
#[differentiable]
impl<U> Length<U> {
    fn new(value: f64) -> Self {
        Length {
            value,
            unit: PhantomData,
        }
    }
    fn ratio(self, other: Self) -> f64 {
        self.value / other.value
    }
    fn scale(self, k: f64) -> Self {
        Self::new(self.value * k)
    }
}
#[differentiable]
impl<U: Unit> Length<U> {
    fn into_unit<V: Unit>(self) -> Length<V> {
        Length {
            value: self.value * U::FACTOR / V::FACTOR,
            unit: PhantomData,
        }
    }
    fn shown(&self) -> f64 {
        let _ = U::name();
        self.value
    }
}
#[differentiable]
impl<U> Add for Length<U> {
    type Output = Length<U>;
    fn add(self, o: Self) -> Length<U> {
        Length {
            value: self.value + o.value,
            unit: PhantomData,
        }
    }
}
#[differentiable]
impl<U> Mul<f64> for Length<U> {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        Length {
            value: self.value * k,
            unit: PhantomData,
        }
    }
}
#[differentiable]
fn units(x: &[f64]) -> f64 {
    let a = Length::<Metre>::new(x[0]).scale(2.0);
    let b: Length<Metre> = Length::<Foot>::new(x[1]).into_unit();
    (a + b * 3.0).ratio(b) * b.shown()
}
// typestate
#[derive(Debug)]
struct Raw;
#[derive(Debug)]
struct Fitted;
#[derive(Clone, Debug, Differentiable)]
struct Regression<S> {
    slope: f64,
    offset: f64,
    state: PhantomData<S>,
}
#[differentiable]
impl Regression<Raw> {
    fn new() -> Self {
        Regression {
            slope: 0.0,
            offset: 0.0,
            state: PhantomData,
        }
    }
    fn fit(self, x: &[f64], y: &[f64]) -> Regression<Fitted> {
        let n = x.len() as f64;
        let (mx, my) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
        let sxy: f64 = x.iter().zip(y).map(|(a, b)| (a - mx) * (b - my)).sum();
        let sxx: f64 = x.iter().map(|a| (a - mx).powi(2)).sum();
        Regression {
            slope: sxy / sxx,
            offset: my - sxy / sxx * mx,
            state: PhantomData,
        }
    }
}
#[differentiable]
impl Regression<Fitted> {
    fn predict(&self, x: f64) -> f64 {
        self.slope * x + self.offset
    }
}
#[differentiable]
fn fitted(x: &[f64]) -> f64 {
    let (a, b) = x.split_at(x.len() / 2);
    Regression::new().fit(a, b).predict(2.5)
}

#[test]
fn markers_need_no_derive() {
    check(units, units::gradient, &[&[1.0, 2.0], &[-0.4, 3.0]]);
    check(
        fitted,
        fitted::gradient,
        &[&[1.0, 2.0, 4.0, 0.5, 0.7, 1.9], &[0.0, 1.0, 2.0, 2.0]],
    );
    let length = Length::<Metre>::new(1.0);
    assert_eq!(length.shown_gradient().value, 1.0);
}
