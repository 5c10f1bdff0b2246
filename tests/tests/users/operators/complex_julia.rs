use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Div, Mul};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct C64 {
    re: f64,
    im: f64,
}

#[differentiable]
impl Add for C64 {
    type Output = C64;
    fn add(self, rhs: C64) -> Self::Output {
        C64 {
            re: self.re + rhs.re,
            im: self.im + rhs.im,
        }
    }
}

#[differentiable]
impl Mul for C64 {
    type Output = C64;
    fn mul(self, rhs: C64) -> Self::Output {
        let C64 { re: a, im: b } = self;
        let C64 { re: c, im: d } = rhs;
        C64 {
            re: a * c - b * d,
            im: a * d + b * c,
        }
    }
}

#[differentiable]
impl Div for C64 {
    type Output = C64;
    fn div(self, rhs: C64) -> Self::Output {
        let n = rhs.re.powi(2) + rhs.im.powi(2);
        self * C64 {
            re: rhs.re / n,
            im: -rhs.im / n,
        }
    }
}

#[differentiable]
fn escape(z: C64, c: C64, n: usize) -> f64 {
    let mut z = z;
    for _ in 0..n {
        z = z * z + c / z;
    }
    z.re * z.re + z.im * z.im
}

#[test]
fn gradient_is_right() {
    let v = [0.7, 0.4, -0.2, 0.3];
    let (dz, dc) = escape::gradient(C64 { re: v[0], im: v[1] }, C64 { re: v[2], im: v[3] }, 3);
    assert_grad(
        |v| escape(C64 { re: v[0], im: v[1] }, C64 { re: v[2], im: v[3] }, 3),
        &v,
        &[dz.re, dz.im, dc.re, dc.im],
    );
}
