use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Div, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Cx(f64, f64);

#[differentiable]
impl Add for Cx {
    type Output = Cx;
    fn add(self, o: Cx) -> Cx {
        Cx(self.0 + o.0, self.1 + o.1)
    }
}
#[differentiable]
impl Sub for Cx {
    type Output = Cx;
    fn sub(self, o: Cx) -> Cx {
        Cx(self.0 - o.0, self.1 - o.1)
    }
}
#[differentiable]
impl Mul for Cx {
    type Output = Cx;
    fn mul(self, o: Cx) -> Cx {
        Cx(self.0 * o.0 - self.1 * o.1, self.0 * o.1 + self.1 * o.0)
    }
}
#[differentiable]
impl Div for Cx {
    type Output = Cx;
    fn div(self, Cx(c, d): Cx) -> Cx {
        let n = c * c + d * d;
        let Cx(a, b) = self;
        Cx((a * c + b * d) / n, (b * c - a * d) / n)
    }
}

#[differentiable]
fn horner(c: &[f64], z: Cx) -> Cx {
    c.iter()
        .rev()
        .fold(Cx(0.0, 0.0), |acc, &k| acc * z + Cx(k, 0.0))
}

/// Durand-Kerner
#[differentiable]
fn roots(c: &[f64], sweeps: usize) -> Vec<Cx> {
    let n = c.len() - 1;
    let lead = c[n];
    let monic: Vec<f64> = c.iter().map(|k| k / lead).collect();
    let mut z: Vec<Cx> = (0..n)
        .map(|i| (0..i).fold(Cx(1.0, 0.0), |p, _| p * Cx(0.4, 0.9)))
        .collect();
    for _ in 0..sweeps {
        for i in 0..n {
            let mut den = Cx(1.0, 0.0);
            for j in 0..n {
                if j != i {
                    den = den * (z[i] - z[j]);
                }
            }
            z[i] = z[i] - horner(&monic, z[i]) / den;
        }
    }
    z
}

#[differentiable]
fn damping(c: &[f64]) -> f64 {
    roots(c, 12)
        .iter()
        .map(|z| z.0 * z.0 + 0.5 * z.1 * z.1)
        .sum()
}

#[test]
fn gradient_is_right() {
    let c = [2.0, -1.0, 0.5, 1.0];
    assert_grad(damping, &c, &damping::gradient(&c));
}
