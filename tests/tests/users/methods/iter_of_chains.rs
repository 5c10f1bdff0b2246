//! `iter` of what a constructor and a method make in one chain.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Copy, Differentiable)]
struct View<'a> {
    data: &'a [f64],
    offset: usize,
    stride: usize,
    len: usize,
}
#[differentiable]
impl<'a> View<'a> {
    fn new(data: &'a [f64]) -> Self {
        Self {
            data,
            offset: 0,
            stride: 1,
            len: data.len(),
        }
    }
    fn every(self, n: usize) -> Self {
        Self {
            stride: self.stride * n,
            len: self.len.div_ceil(n),
            ..self
        }
    }
    fn skip_first(self) -> Self {
        Self {
            offset: self.offset + self.stride,
            len: self.len - 1,
            ..self
        }
    }
    fn get(&self, i: usize) -> Option<f64> {
        (i < self.len).then(|| self.data[self.offset + i * self.stride])
    }
    fn iter(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.len).map(move |i| self.data[self.offset + i * self.stride])
    }
    fn dot(&self, other: &View<'_>) -> f64 {
        self.iter().zip(other.iter()).map(|(a, b)| a * b).sum()
    }
}
#[differentiable]
fn haar_energy(x: &[f64]) -> f64 {
    let even = View::new(x).every(2);
    let odd = View::new(x).skip_first().every(2);
    let d: f64 = even
        .iter()
        .zip(odd.iter())
        .map(|(a, b)| (a - b).powi(2))
        .sum();
    d + even.dot(&odd) * even.get(0).unwrap_or(1.0) + odd.get(99).unwrap_or(x[0] * 0.5)
}
check!(
    chained,
    haar_energy(&[1.0, 2.0, 0.3, 4.0]),
    haar_energy(&[0.5, -1.0, 2.0, 3.0, 1.5, 0.2])
);
