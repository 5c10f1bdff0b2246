//! What takes the place of a field that holds nothing, and what a field's text is.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Default, Differentiable)]
struct Density {
    data: Vec<f64>,
    bandwidth: Option<f64>,
    kernel: String,
}

#[differentiable]
impl Density {
    fn spread(&self) -> f64 {
        self.data.iter().map(|d| d * d).sum::<f64>().sqrt()
    }

    fn at(&self, x: f64) -> f64 {
        let h = self.bandwidth.unwrap_or_else(|| 0.5 * self.spread());
        let wide = self.bandwidth.map_or_else(|| self.data[0], |b| b * b);
        let weight = |u: f64| match self.kernel.as_str() {
            "gauss" => (-0.5 * u * u).exp(),
            "flat" if u.abs() < 1.0 => 1.0 - u * u,
            _ => 0.1 * u,
        };
        let near = self.bandwidth.is_some_and(|b| b > 0.6);
        let sum: f64 = self.data.iter().map(|d| weight((x - d) / h)).sum();
        if near { sum * wide } else { sum + wide }
    }
}

#[differentiable]
fn f(v: &[f64], kernel: &str) -> f64 {
    let bandwidth = if v[0] > 0.0 { Some(v[0]) } else { None };
    let density = Density {
        data: v[1..].to_vec(),
        bandwidth,
        kernel: kernel.to_string(),
    };
    density.at(0.3) * density.at(v[1])
}

#[test]
fn gradients_are_right() {
    for x in [[0.5, 0.9, 0.7], [0.8, 0.4, 2.1], [-1.0, 0.4, 0.1]] {
        for kernel in ["gauss", "flat", "other"] {
            assert_grad(|x| f(x, kernel), &x, &f::gradient(&x, kernel));
        }
    }
}
