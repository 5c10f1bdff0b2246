use crate::assert_grad;
use pullback::{Differentiable, Real, differentiable};

use std::ops::{Add, Mul};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Complex<T> {
    re: T,
    im: T,
}

#[differentiable]
impl<T: Real> Add for Complex<T> {
    type Output = Complex<T>;
    fn add(self, o: Self) -> Self {
        Complex {
            re: self.re + o.re,
            im: self.im + o.im,
        }
    }
}

#[differentiable]
impl<T: Real> Mul for Complex<T> {
    type Output = Complex<T>;
    fn mul(self, o: Self) -> Self {
        Complex {
            re: self.re * o.re - self.im * o.im,
            im: self.re * o.im + self.im * o.re,
        }
    }
}

#[differentiable]
impl<T: Real> Complex<T> {
    fn new(re: T, im: T) -> Self {
        Complex { re, im }
    }
    fn norm(self) -> T {
        self.re.hypot(self.im)
    }
}

#[differentiable]
fn mandel(cx: f64, cy: f64, n: usize) -> f64 {
    let c = Complex::new(cx, cy);
    let mut z = c;
    for _ in 0..n {
        z = z * z + c;
    }
    z.norm()
}

#[test]
fn gradient_is_right() {
    let (a, b) = mandel::gradient(-0.3, 0.4, 4);
    assert_grad(|v| mandel(v[0], v[1], 4), &[-0.3, 0.4], &[a, b]);
}
