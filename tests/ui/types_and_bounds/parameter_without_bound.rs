use pullback::differentiable;
use std::ops::Mul;

#[differentiable]
fn square<T: Copy + Mul<Output = T>>(x: T) -> T {
    x * x
}

fn main() {}
