use crate::check;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, Mul};
#[derive(Clone, Copy, Debug, Differentiable)]
struct Complex {
    re: f64,
    im: f64,
}
#[differentiable]
impl Complex {
    fn exp(self) -> Self {
        let r = self.re.exp();
        Complex {
            re: r * self.im.cos(),
            im: r * self.im.sin(),
        }
    }
    fn abs(&self) -> f64 {
        self.re.hypot(self.im)
    }
    fn sqrt(self) -> Complex {
        let r = self.abs().sqrt();
        let t = self.im.atan2(self.re) / 2.0;
        Complex {
            re: r * t.cos(),
            im: r * t.sin(),
        }
    }
    fn size(&self) -> f64 {
        self.abs() * 2.0
    }
    fn powi(self, n: i32) -> Complex {
        let mut out = Complex { re: 1.0, im: 0.0 };
        for _ in 0..n {
            out = out * self;
        }
        out
    }
}
#[differentiable]
impl Mul for Complex {
    type Output = Complex;
    fn mul(self, o: Complex) -> Complex {
        Complex {
            re: self.re * o.re - self.im * o.im,
            im: self.re * o.im + self.im * o.re,
        }
    }
}
#[differentiable]
impl Add for Complex {
    type Output = Complex;
    fn add(self, o: Complex) -> Complex {
        Complex {
            re: self.re + o.re,
            im: self.im + o.im,
        }
    }
}
#[differentiable]
fn contour<F: Fn(Complex) -> Complex>(n: usize, r: f64, f: F) -> Complex {
    let mut s = Complex { re: 0.0, im: 0.0 };
    for k in 0..n {
        let t = k as f64;
        s = s + f(Complex {
            re: r * t.cos(),
            im: r * t.sin(),
        });
    }
    s
}
#[differentiable]
fn sizes(zs: &[Complex], by: &dyn Fn(&Complex) -> f64) -> f64 {
    zs.iter().map(|z| by(z)).sum()
}
#[differentiable]
fn pairs(zs: &[Complex], f: impl Fn(&Complex, f64) -> Complex) -> f64 {
    zs.iter().enumerate().map(|(i, z)| f(z, i as f64).re).sum()
}
#[differentiable]
trait Transform {
    fn each(&self, f: impl Fn(Complex) -> Complex) -> Complex;
}
#[derive(Clone, Debug, Differentiable)]
struct Wave {
    z: Vec<Complex>,
    gain: f64,
}
#[differentiable]
impl Wave {
    fn total(&self, f: impl Fn(Complex) -> Complex) -> f64 {
        let mut s = self.gain;
        for z in &self.z {
            s += f(*z).re;
        }
        s
    }
    fn nested(&self, k: f64) -> f64 {
        self.total(|z| contour(2, k, |w| w.exp() * z.sqrt())) + self.total(|z| z.powi(2) + z.exp())
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let zs: Vec<Complex> = x
        .chunks(2)
        .map(|c| Complex { re: c[0], im: c[1] })
        .collect();
    let a = contour(3, x[0], |z| z.exp() + z.sqrt() * z.powi(3));
    let b = sizes(&zs, &|z| z.abs() * x[1]) + sizes(&zs, &|z| z.size());
    let c = pairs(&zs, |z, t| {
        let w = z.exp();
        Complex {
            re: w.re * t.sin(),
            im: w.im + t.cos(),
        }
    });
    a.abs() * b + c + Wave { z: zs, gain: x[1] }.nested(x[2])
}

#[test]
fn gradients_are_right() {
    let points = [&[0.5, 0.7, 1.2, 0.4][..], &[1.1, -0.3, 0.6, 0.9]];
    check(f, |v| f::gradient(v), &points);
}
