use pullback::{Differentiable, differentiable};
use std::ops::{Add, Mul};

trait Scalar: Copy + Add<Output = Self> + Mul<Output = Self> + From<f32> {}

impl Scalar for f64 {}

#[differentiable]
fn square<T: Scalar>(x: T) -> T {
    T::from(2.0) * x * x
}

#[derive(Differentiable)]
struct Polynomial<T> {
    coefficients: Vec<T>,
}

#[differentiable]
impl<T> Polynomial<T>
where
    T: Scalar,
{
    fn at(&self, x: T) -> T {
        let mut value = T::from(0.0);
        for &c in self.coefficients.iter().rev() {
            value = value * x + c;
        }
        value
    }
}

fn main() {
    square::gradient(1.0);
}
