//! What a closure's parameters select of a type of one's own.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Index, IndexMut};

#[derive(Clone, Debug, Differentiable)]
struct Image {
    width: usize,
    height: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Index<(usize, usize)> for Image {
    type Output = f64;
    fn index(&self, (x, y): (usize, usize)) -> &f64 {
        &self.data[y * self.width + x]
    }
}

#[differentiable]
impl Index<[usize; 2]> for Image {
    type Output = f64;
    fn index(&self, [x, y]: [usize; 2]) -> &f64 {
        &self.data[y * self.width + x]
    }
}

#[differentiable]
impl IndexMut<(usize, usize)> for Image {
    fn index_mut(&mut self, (x, y): (usize, usize)) -> &mut f64 {
        &mut self.data[y * self.width + x]
    }
}

#[differentiable]
impl Image {
    fn from_fn(width: usize, height: usize, f: impl Fn(usize, usize) -> f64) -> Self {
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let data = places.map(|(x, y)| f(x, y)).collect();
        Image {
            width,
            height,
            data,
        }
    }

    fn transposed(&self) -> Self {
        Image::from_fn(self.height, self.width, |x, y| self[(y, x)])
    }

    fn flipped(&self, gain: f64) -> Self {
        Image::from_fn(self.width, self.height, |x, y| {
            gain * self[(self.width - 1 - x, y)] + self[[x, y]]
        })
    }
}

#[differentiable]
fn f(v: &[f64]) -> f64 {
    let mut image = Image {
        width: 3,
        height: 2,
        data: v.to_vec(),
    };
    image[(1, 1)] *= image[(0, 0)];
    let turned = image.flipped(v[0]).transposed();
    turned
        .data
        .iter()
        .zip(1..)
        .map(|(p, rank)| p * p * rank as f64)
        .sum()
}

/// what makes an array of arrays where no length is written
#[derive(Clone, Debug, Differentiable)]
struct Rows<const M: usize, const N: usize> {
    rows: [[f64; N]; M],
}

#[differentiable]
fn powers(t: &[f64]) -> f64 {
    let table = Rows::<4, 3> {
        rows: std::array::from_fn(|i| [1.0, t[i], t[i] * t[i]]),
    };
    table.rows.iter().map(|[a, b, c]| a * b + b * c).sum()
}

#[test]
fn gradients_are_right() {
    let x = [0.3, 0.9, 0.7, -1.2, 0.4, 2.1];
    assert_grad(f, &x, &f::gradient(&x));
    assert_grad(powers, &x[..4], &powers::gradient(&x[..4]));
}
