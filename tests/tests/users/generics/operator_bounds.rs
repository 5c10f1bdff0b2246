use crate::assert_grad;
use pullback::{Differentiable, Real, differentiable};
use std::ops::*;
#[differentiable]
fn square<T: Copy + Mul<Output = T>>(x: T) -> T {
    x * x
}
#[differentiable]
fn pick<T: Clone>(a: &T, b: &T, first: bool) -> T {
    if first { a.clone() } else { b.clone() }
}
#[differentiable]
fn dot<T: Copy + Default + Add<Output = T> + Mul<Output = T>>(a: &[T], b: &[T]) -> T {
    let mut s = T::default();
    for i in 0..a.len() {
        s = s + a[i] * b[i];
    }
    s
}
#[differentiable]
fn axpy<T>(a: T, x: &[T], y: &mut [T])
where
    T: Copy + AddAssign + Mul<Output = T>,
{
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * *x;
    }
}
#[differentiable]
fn lerp<T>(a: &T, b: &T, t: f64) -> T
where
    T: Clone,
    for<'a> &'a T: Add<&'a T, Output = T> + Sub<&'a T, Output = T> + Mul<f64, Output = T>,
{
    a + &(&(b - a) * t)
}
#[differentiable]
fn biggest<T: Copy + PartialOrd>(xs: &[T]) -> T {
    let mut m = xs[0];
    for &x in xs {
        if x > m {
            m = x;
        }
    }
    m
}
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Differentiable)]
struct C {
    re: f64,
    im: f64,
}
#[differentiable]
impl Mul for C {
    type Output = C;
    fn mul(self, o: C) -> C {
        C {
            re: self.re * o.re - self.im * o.im,
            im: self.re * o.im + self.im * o.re,
        }
    }
}
#[differentiable]
impl Add for C {
    type Output = C;
    fn add(self, o: C) -> C {
        C {
            re: self.re + o.re,
            im: self.im + o.im,
        }
    }
}
#[differentiable]
impl<'a> Add<&'a C> for &'a C {
    type Output = C;
    fn add(self, o: &'a C) -> C {
        *self + *o
    }
}
#[differentiable]
impl<'a> Sub<&'a C> for &'a C {
    type Output = C;
    fn sub(self, o: &'a C) -> C {
        C {
            re: self.re - o.re,
            im: self.im - o.im,
        }
    }
}
#[differentiable]
impl Mul<f64> for &C {
    type Output = C;
    fn mul(self, o: f64) -> C {
        C {
            re: self.re * o,
            im: self.im * o,
        }
    }
}
#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    let c = C { re: x, im: y };
    let d = square(c);
    let e = dot(&[c, d], &[d, c]);
    let mut v = [x, y, x * y];
    axpy(y, &[x, x, y], &mut v);
    let p = pick(&d, &e, x > 0.4);
    let l = lerp(&p, &c, x);
    square(x) * p.re + p.im * e.re + dot(&v, &[x, y, 1.0]) + biggest(&[x, y, x * y]) * l.re + l.im
}
#[test]
fn gradient_is_right() {
    for p in [[0.3, 0.4], [0.7, 0.2], [0.45, 1.3]] {
        let (a, b) = f::gradient(p[0], p[1]);
        assert_grad(|v| f(v[0], v[1]), &p, &[a, b]);
    }
    assert_grad(|v| square(v[0]), &[0.3], &[square::gradient(0.3)]);
    assert_eq!(square::gradient(2.5f32), 5.0);
}
