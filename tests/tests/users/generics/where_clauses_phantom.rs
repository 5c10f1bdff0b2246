use crate::assert_grad;
use pullback::{Differentiable, Real, differentiable};

use std::marker::PhantomData;

#[derive(Clone, Copy, Debug)]
struct Metric;
#[derive(Clone, Copy, Debug)]
struct Imperial;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Length<U> {
    value: f64,
    #[constant]
    unit: PhantomData<U>,
}

#[differentiable]
fn metric(l: Length<Imperial>) -> Length<Metric> {
    Length {
        value: l.value * 0.3048,
        unit: PhantomData,
    }
}

#[differentiable]
fn hypotenuse<T>(a: T, b: T) -> T
where
    T: Real,
{
    a.hypot(b)
}

#[differentiable]
fn f(a: f64, b: f64) -> f64 {
    let x = metric(Length {
        value: a,
        unit: PhantomData,
    });
    let y: Length<Metric> = Length {
        value: b,
        unit: PhantomData,
    };
    hypotenuse(x.value, y.value) * x.value
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(3.0, 0.4);
    assert_grad(|v| f(v[0], v[1]), &[3.0, 0.4], &[a, b]);
}
