//! Closures with loops in functions whose callers have no derivative for some argument.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Image {
    width: usize,
    pixels: Vec<f64>,
}

#[differentiable]
impl Image {
    fn clamped(&self, x: i64) -> f64 {
        self.pixels[x.clamp(0, self.width as i64 - 1) as usize]
    }

    fn map_x(&self, f: impl Fn(i64) -> f64) -> Image {
        let pixels = (0..self.width as i64).map(|x| f(x)).collect();
        Image { pixels, ..*self }
    }

    fn blurred(&self, sigma: f64) -> Image {
        let r = 1i64;
        let kernel: Vec<f64> = (-r..=r)
            .map(|i| (-(i * i) as f64 / (2.0 * sigma * sigma)).exp())
            .collect();
        let norm: f64 = kernel.iter().sum();
        self.map_x(|x| {
            kernel
                .iter()
                .zip(-r..=r)
                .map(|(w, d)| w / norm * self.clamped(x + d))
                .sum()
        })
    }
}

/// The image is constant, the width of the blur is not.
#[differentiable]
fn energy(p: &[f64], #[constant] image: &Image) -> f64 {
    image.blurred(p[0]).pixels.iter().map(|v| v * v).sum()
}

#[differentiable]
fn of_a_value(p: &[f64]) -> f64 {
    let image = Image {
        width: 3,
        pixels: vec![0.5, 1.0, 0.7],
    };
    image.blurred(p[0]).pixels.iter().map(|v| v * v).sum()
}

#[test]
fn gradients_are_right() {
    let image = Image {
        width: 4,
        pixels: vec![0.0, 0.8, 1.0, 0.4],
    };
    check(
        |p| energy(p, &image),
        |p| energy::gradient(p, &image),
        &[&[0.8], &[1.5]],
    );
    check(of_a_value, |p| of_a_value::gradient(p), &[&[0.8]]);
}
