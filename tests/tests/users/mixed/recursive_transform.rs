use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct C64 {
    re: f64,
    im: f64,
}

#[differentiable]
impl C64 {
    fn cis(phase: f64) -> C64 {
        C64 {
            re: phase.cos(),
            im: phase.sin(),
        }
    }
    fn norm_sqr(&self) -> f64 {
        self.re * self.re + self.im * self.im
    }
}
#[differentiable]
impl Add for C64 {
    type Output = C64;
    fn add(self, o: C64) -> C64 {
        C64 {
            re: self.re + o.re,
            im: self.im + o.im,
        }
    }
}
#[differentiable]
impl Sub for C64 {
    type Output = C64;
    fn sub(self, o: C64) -> C64 {
        C64 {
            re: self.re - o.re,
            im: self.im - o.im,
        }
    }
}
#[differentiable]
impl Mul for C64 {
    type Output = C64;
    fn mul(self, o: C64) -> C64 {
        C64 {
            re: self.re * o.re - self.im * o.im,
            im: self.re * o.im + self.im * o.re,
        }
    }
}

#[differentiable]
fn fft(x: &[C64]) -> Vec<C64> {
    let n = x.len();
    if n == 1 {
        return x.to_vec();
    }
    let even: Vec<C64> = x.iter().step_by(2).copied().collect();
    let odd: Vec<C64> = x.iter().skip(1).step_by(2).copied().collect();
    let (e, o) = (fft(&even), fft(&odd));
    let mut out = vec![C64 { re: 0.0, im: 0.0 }; n];
    for k in 0..n / 2 {
        let t = C64::cis(-2.0 * std::f64::consts::PI * k as f64 / n as f64) * o[k];
        out[k] = e[k] + t;
        out[k + n / 2] = e[k] - t;
    }
    out
}

#[differentiable]
fn spectral_entropy(signal: &[f64]) -> f64 {
    let spectrum = fft(&signal
        .iter()
        .map(|&re| C64 { re, im: 0.0 })
        .collect::<Vec<_>>());
    let power: Vec<f64> = spectrum.iter().map(C64::norm_sqr).collect();
    let total: f64 = power.iter().sum();
    -power
        .iter()
        .map(|p| p / total)
        .map(|p| p * (p + 1e-12).ln())
        .sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let p = [1.0, 0.2, -0.4, 0.7, 0.1, -0.9, 0.3, 0.6];
    assert_grad(|p| spectral_entropy(p), &p, &spectral_entropy::gradient(&p));
}
